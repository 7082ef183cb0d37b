import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { browser } from '../browser.ts';
import type { TestApp } from '../test-app.ts';

export const apiTypesFile = join(import.meta.dirname, '../../../console/src/api/schema.d.ts');

// What has a default may be left out of a request.
const options = { defaultNonNullable: false };
const firstLine =
  '// Made by `npm run api-types` from the OpenAPI document of the administrators. Not to be changed by hand.';

/** What the console knows of the API: the shapes in the document that the server serves, without its operations. */
export async function apiTypes(app: Pick<TestApp, 'address'>): Promise<string> {
  const { openapi, info, components } = (await browser(app).get('/openapi.json')).body;
  const types = await openapiTS({ openapi, info, paths: {}, components: { schemas: components.schemas } }, options);
  return `${firstLine}\n\n${astToString(types)}`;
}
