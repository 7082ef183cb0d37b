import type { TSchema } from 'typebox';
import { Type } from '../../platform/schema-type.ts';
import { type Described, takesIdempotencyKey } from '../described.ts';
import type { Api } from './api.ts';
import { errorResponses } from './errors.ts';
import { requestHeaders, responseHeaders } from './headers.ts';
import { openApi } from './open-api.ts';
import { type Components, createComponents, mapValues, type OpenApiPart, parameter, publicSchema } from './schemas.ts';

// The OpenAPI 3.1 document, generated from the operations: the same schemas read requests, write answers and describe them, so
// the document cannot differ from the server.

/** A request that this server makes, which receivers have to handle. */
export type Sent = {
  name: string;
  summary: string;
  description: string;
  tag: string;
  headers: Record<string, string>;
  schema: TSchema;
  example: object;
};

export function openApiDocument(operations: Described[], sent: Sent[] = [], api: Api = openApi): OpenApiPart {
  const components = createComponents();
  const paths: Record<string, OpenApiPart> = {};
  for (const described of operations) {
    const path = described.url.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [described.method.toLowerCase()]: operation(described, api, components) };
  }
  const tags = new Map(operations.map(({ tag }) => [tag.name, tag]));
  return {
    openapi: '3.1.0',
    info: {
      title: api.title,
      version: '1.0.0',
      summary: api.summary,
      description: api.introduction(),
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: api.basePath, description: 'This server' }],
    tags: [...tags.values()],
    paths,
    ...(sent.length > 0 && {
      webhooks: Object.fromEntries(sent.map((request) => [request.name, { post: sentRequest(request, components) }])),
    }),
    components: { securitySchemes: api.securitySchemes, ...components.all() },
  };
}

function operation(described: Described, api: Api, components: Components): OpenApiPart {
  const { operationId, summary, license, tag, body, bodyExamples, answers } = described;
  return {
    operationId,
    summary,
    description: descriptionOf(described, api),
    tags: [tag.name],
    ...api.admission(described),
    ...(license && { 'x-required-license': license }),
    parameters: [
      ...inputParameters(described, components),
      ...api.parameters(described).map(([name, part]) => components.refer('parameters', name, part)),
      ...requestHeaders(described, components),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: publicSchema(body, components),
            ...(bodyExamples && { examples: bodyExamples }),
          },
        },
      },
    }),
    responses: {
      ...mapValues(answers, (answer) => successResponse(described, answer, components)),
      ...errorResponses(described, api, components),
    },
  };
}

function sentRequest(
  { summary, description, tag, headers, schema, example }: Sent,
  components: Components,
): OpenApiPart {
  const text = Type.String();
  return {
    summary,
    description,
    tags: [tag],
    security: [],
    parameters: Object.entries(headers).map(([name, description]) =>
      parameter({ name, in: 'header', required: true }, { ...text, description }, components),
    ),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: publicSchema(schema, components), example } },
    },
    responses: {
      '2XX': {
        description:
          'The endpoint has received the event. It must respond within 15 seconds; process the event afterwards.',
      },
      410: { description: 'The endpoint no longer exists. Trunkline disables the webhook and sends nothing more.' },
      default: {
        description:
          'Any other response, or none within 15 seconds, is a failed attempt. Trunkline retries after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, and respects a `Retry-After` header of up to 12 hours. After 120 hours without a successful delivery it disables the webhook.',
      },
    },
  };
}

function descriptionOf(described: Described, api: Api): string {
  const { description, license } = described;
  const requires = `Requires ${api.needs(described)}${license ? ` and the \`${license}\` license` : ''}.`;
  return description ? `${description}\n\n${requires}` : requires;
}

function inputParameters({ path = {}, query, headers = {} }: Described, components: Components): OpenApiPart[] {
  const required: readonly string[] = query?.required ?? [];
  return [
    ...Object.entries(path).map(([name, schema]) =>
      parameter({ name, in: 'path', required: true }, schema, components),
    ),
    ...Object.entries(query?.properties ?? {}).map(([name, schema]) =>
      parameter({ name, in: 'query', required: required.includes(name) && !('default' in schema) }, schema, components),
    ),
    ...Object.entries(headers).map(([name, schema]) =>
      parameter({ name, in: 'header', required: false }, schema, components),
    ),
  ];
}

function successResponse(
  described: Described,
  { description, schema, example, type = 'application/json' }: Described['answers'][number],
  components: Components,
): OpenApiPart {
  const replayed = takesIdempotencyKey(described) ? ['Idempotent-Replayed'] : [];
  const media = schema && { schema: publicSchema(schema, components), example };
  return {
    description,
    headers: responseHeaders(replayed, { isKeyKnown: true }, components),
    ...(media && { content: Object.fromEntries([type].flat().map((one) => [one, media])) }),
  };
}
