import { join } from 'node:path';
import openapiTS, { astToString, type OpenAPI3, type OperationObject, type ParameterObject } from 'openapi-typescript';
import { browser } from '../browser.ts';
import type { TestApp } from '../test-app.ts';

export const apiTypesFile = join(import.meta.dirname, '../../../console/src/api/schema.d.ts');

// A field with a default may be left out of a request.
const options = { defaultNonNullable: false };
const firstLine =
  '// Made by `npm run api-types` from the OpenAPI document of the administrators. Not to be changed by hand.';

type Answer = { description: string; content?: Record<string, { schema: object }> };
type Operation = Pick<OperationObject, 'parameters' | 'requestBody'> & { responses: Record<string, Answer> };
type Document = Pick<OpenAPI3, 'openapi' | 'info'> & {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: object; parameters: Record<string, ParameterObject> };
};

/** The console's types of the API: the shapes in the document that the server serves, and the input and answer of each path. */
export async function apiTypes(app: Pick<TestApp, 'address'>): Promise<string> {
  const { openapi, info, paths, components }: Document = (await browser(app).get('/openapi.json')).body;
  const { schemas, parameters } = components;
  const short = mapValues(paths, (path) => mapValues(path, (operation) => shorten(operation, parameters)));
  const types = await openapiTS({ openapi, info, paths: short, components: { schemas } } as OpenAPI3, options);
  return `${firstLine}\n\n${astToString(types)}`;
}

/** Drops headers and refusals, which `console/src/api/request.ts` handles alike for every path, and examples. */
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
