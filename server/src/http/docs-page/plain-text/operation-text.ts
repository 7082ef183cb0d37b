import { mediaOf, type Parameter, type Placed, type Response, type Schema } from '../../openapi/reading.ts';
import { innerObject, rulesOf, typeOf } from '../reference/fields.ts';
import { isSuccess } from '../reference/responses.ts';
import { curlCommand } from '../samples/curl.ts';
import { sampleRequest } from '../samples/sample-request.ts';
import type { SampleSettings } from '../samples/samples.ts';

/** An operation as Markdown: all that an assistant, or a person, needs to write a correct request. */
export function operationText(placed: Placed, settings: SampleSettings): string {
  const { method, path, base, operation } = placed;
  const { summary, description, parameters, requestBody, responses } = operation;
  const body = requestBody?.content['application/json'].schema;
  return [
    `# ${summary}`,
    `\`${method.toUpperCase()} ${settings.origin}${base}${path}\``,
    description,
    'Send the API key in the header `Authorization: Bearer <key>`. Read it from the environment; never write it into the code.',
    ...parameterLists(parameters),
    ...(body ? [`## Body\n\nJSON, with \`Content-Type: application/json\`.\n\n${fieldLines(body)}`] : []),
    `## Example\n\n${fenced('sh', curlCommand(sampleRequest(placed, settings.today), settings.origin))}`,
    ...Object.entries(responses).flatMap(([status, response]) =>
      isSuccess(status) ? [success(status, response)] : [],
    ),
    `## Errors\n\nThe body of every error is \`{ "error": { "code", "message", "details": [ { "field", "code", "message" } ], "request_id" } }\`.\n\n${errorLines(responses)}`,
  ].join('\n\n');
}

function parameterLists(parameters: Parameter[]): string[] {
  const places = { path: 'Path', query: 'Query', header: 'Headers' };
  return Object.entries(places).flatMap(([place, title]) => {
    const lines = parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema, description, required }) => fieldLine(name, { ...schema, description }, required));
    return lines.length > 0 ? [`## ${title}\n\n${lines.join('\n')}`] : [];
  });
}

/** The fields of an object, and below each of them its own. */
function fieldLines({ properties = {}, required = [] }: Schema, indent = ''): string {
  return Object.entries(properties)
    .filter(([, { readOnly }]) => !readOnly)
    .map(([name, schema]) => {
      const inner = innerObject(schema);
      const below = inner ? fieldLines(inner, `${indent}  `) : '';
      return `${indent}${fieldLine(name, schema, required.includes(name))}${below && `\n${below}`}`;
    })
    .join('\n');
}

function fieldLine(name: string, schema: Schema, isRequired = false): string {
  const facts = [typeOf(schema), ...(isRequired ? ['required'] : []), ...rulesOf(schema)];
  return `- \`${name}\` (${facts.join(', ')})${schema.description ? `: ${schema.description}` : ''}`;
}

function success(status: string, response: Response): string {
  const { type, media } = mediaOf(response) ?? {};
  const title = `## Response ${status}\n\n${response.description}`;
  if (!media || media.example === undefined) return title;
  if (type !== 'application/json') return `${title} Its type is \`${type}\`.`;
  return `${title}\n\n${fenced('json', JSON.stringify(media.example, null, 2))}`;
}

function errorLines(responses: Record<string, Response>): string {
  return Object.entries(responses)
    .filter(([status]) => !isSuccess(status) && status >= '400')
    .map(([status, response]) => {
      const codes = Object.keys(mediaOf(response)?.media.examples ?? {});
      return `- ${status}: ${codes.map((code) => `\`${code}\``).join(', ')}`;
    })
    .join('\n');
}

const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;
