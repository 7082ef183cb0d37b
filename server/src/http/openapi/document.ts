import { readFileSync } from 'node:fs';
import { type TSchema, Type } from 'typebox';
import { type Scope, scopes } from '../../platform/caller.ts';
import { problem, problemCodes } from '../../platform/problem.ts';
import type { Described } from '../operation.ts';
import { asMarkdown, errorResponses } from './errors.ts';
import { requestHeaders, responseHeaders } from './headers.ts';
import { type Components, createComponents, mapValues, type Part, parameter, publicSchema } from './schemas.ts';

// The OpenAPI 3.1 document, made of the operations themselves: what reads requests and writes answers is also what is
// told about them, so the two cannot differ.

export const basePath = '/api/v1';

/** A request that we make: what receivers have to be ready for. */
export type Sent = {
  name: string;
  description: string;
  tag: string;
  headers: Record<string, string>;
  schema: TSchema;
  example: object;
};

export function openApiDocument(operations: Described[], sent: Sent[] = []): Part {
  const components = createComponents();
  const paths: Record<string, Part> = {};
  for (const described of operations) {
    const path = described.url.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [described.method.toLowerCase()]: operation(described, components) };
  }
  const tags = new Map(operations.map(({ tag }) => [tag.name, tag]));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trunkline API',
      version: '1.0.0',
      summary: 'Telephony and customer contact for many tenants',
      description: introduction(),
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: basePath, description: 'This server' }],
    tags: [...tags.values()],
    paths,
    ...(sent.length > 0 && {
      webhooks: Object.fromEntries(sent.map((request) => [request.name, { post: sentRequest(request, components) }])),
    }),
    components: { securitySchemes, ...components.all() },
  };
}

function operation(described: Described, components: Components): Part {
  const { method, operationId, summary, scope, license, tag, body, bodyExamples, answers } = described;
  return {
    operationId,
    summary,
    description: descriptionOf(described),
    tags: [tag.name],
    // For schemes other than OAuth, OpenAPI 3.1 has the roles that are needed stand here.
    security: [{ apiKey: [scope] }],
    'x-required-scope': scope,
    ...(license && { 'x-required-license': license }),
    parameters: [...inputParameters(described, components), ...requestHeaders(method, components)],
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
      ...mapValues(answers, (answer) => successResponse(method, answer, components)),
      ...errorResponses(described, components),
    },
  };
}

function sentRequest({ name, description, tag, headers, schema, example }: Sent, components: Components): Part {
  const text = Type.String();
  return {
    summary: name,
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
      '2XX': { description: 'It was received. Answer within 15 seconds.' },
      410: { description: 'The endpoint is gone: the webhook is disabled.' },
      default: {
        description: 'Anything else, and no answer, is tried again. `Retry-After` is honoured up to 12 hours.',
      },
    },
  };
}

function descriptionOf({ description, scope, license }: Described): string {
  const needs = `Needs the scope \`${scope}\`${license ? ` and the licence \`${license}\`` : ''}.`;
  return description ? `${description}\n\n${needs}` : needs;
}

function inputParameters({ path = {}, query, headers = {} }: Described, components: Components): Part[] {
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
  method: string,
  { description, schema, example, type = 'application/json' }: Described['answers'][number],
  components: Components,
): Part {
  const replayed = method === 'POST' ? ['Idempotent-Replayed'] : [];
  const media = { schema: publicSchema(schema, components), example };
  return {
    description,
    headers: responseHeaders(replayed, { isKeyKnown: true }, components),
    content: Object.fromEntries([type].flat().map((one) => [one, media])),
  };
}

const scopeMeanings: Record<Scope, string> = {
  'customers:read': 'list and read customers',
  'customers:write': 'create and change customers',
  'calls:initiate': 'place and end calls',
  'calls:read': 'list and read calls, with transcription, summary and voice analysis',
  'reports:read': 'read statistics (with the licence `open_api_advanced`)',
  'webhooks:manage': 'manage webhooks (with the licence `open_api_advanced`)',
};

const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: `An API key, \`tl_test_...\` or \`tl_live_...\`, with the scopes that the operation needs:\n\n${scopes
      .map((scope) => `- \`${scope}\`: ${scopeMeanings[scope]}`)
      .join('\n')}`,
  },
};

function introduction(): string {
  const refusals = problemCodes.map((code) => problem(code)).sort((a, b) => a.status - b.status);
  const tables: Record<string, string> = {
    scopes: table(
      ['Scope', 'A key with it may'],
      scopes.map((scope) => [`\`${scope}\``, scopeMeanings[scope]]),
    ),
    errors: table(
      ['Status', 'Code', 'What it says'],
      refusals.map(({ status, code, message }) => [`${status}`, `\`${code}\``, asMarkdown(message)]),
    ),
  };
  const text = readFileSync(new URL('./introduction.md', import.meta.url), 'utf8');
  return text.replace(/^\{\{(\w+)\}\}$/gm, (_, name: string) => tables[name] ?? '');
}

const table = (titles: string[], rows: string[][]) =>
  [titles, titles.map(() => '-'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
