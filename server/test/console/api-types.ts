import { join } from 'node:path';
import openapiTS, { astToString, type OpenAPI3, type OperationObject, type ParameterObject } from 'openapi-typescript';
import type { TestApp } from '../test-app.ts';

const repository = join(import.meta.dirname, '../../..');

// A field with a default may be left out of a request.
const options = { defaultNonNullable: false };
type Answer = { description: string; content?: Record<string, { schema: object }> };
type Operation = Pick<OperationObject, 'parameters' | 'requestBody'> & { responses: Record<string, Answer> };
type Document = Pick<OpenAPI3, 'openapi' | 'info'> & {
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components: { schemas: object; parameters: Record<string, ParameterObject> };
};

/** The files that `npm run api-types` writes: each has the shapes of a document that the server serves. */
export const typeFiles = [
  {
    file: join(repository, 'console/src/api/schema.d.ts'),
    document: '/admin/v1/openapi.json',
    readers: 'administrators',
  },
  { file: join(repository, 'sdk/src/schema.ts'), document: '/api/v1/openapi.json', readers: 'public API' },
];

/** The types of a document: its shapes, the input and answer of each path, and the body of each event. */
export async function apiTypes(
  { address }: Pick<TestApp, 'address'>,
  { document, readers }: (typeof typeFiles)[number],
) {
  const answer = await fetch(`${address}${document}`);
  const { openapi, info, paths, webhooks = {}, components } = (await answer.json()) as Document;
  const { schemas, parameters } = components;
  const short = (all: Document['paths']) =>
    mapValues(all, (path) => mapValues(path, (operation) => shorten(operation, parameters)));
  const shortened = { openapi, info, paths: short(paths), webhooks: short(webhooks), components: { schemas } };
  const types = await openapiTS(shortened as OpenAPI3, options);
  const firstLine = `// Made by \`npm run api-types\` from the OpenAPI document of the ${readers}. Not to be changed by hand.`;
  return `${firstLine}\n\n${astToString(types)}`;
}

/** Drops headers and refusals, which the console and the SDK handle alike for every path, and examples. */
function shorten({ parameters = [], requestBody, responses }: Operation, shared: Record<string, ParameterObject>) {
  const known = parameters.map((one) => ('$ref' in one ? shared[one.$ref.split('/').at(-1) ?? ''] : one));
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return {
    parameters: known.filter((one) => one?.in !== 'header'),
    requestBody,
    responses: mapValues(Object.fromEntries(successes), ({ description, content }) => ({
      description,
      content: content && mapValues(content, ({ schema }) => ({ schema })),
    })),
  };
}

const mapValues = <T, Mapped>(object: Record<string, T>, map: (value: T) => Mapped): Record<string, Mapped> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
