import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { browser } from '../../test/browser.ts';
import { apiTypes, typeFiles } from '../../test/console/api-types.ts';
import { client, startTestApp } from '../../test/test-app.ts';
import { consoleProblemCodes } from '../platform/problem.ts';

const app = await startTestApp();
// biome-ignore lint/suspicious/noExplicitAny: a document of this depth is easier to read than to type
type Any = any;
const document: Any = (await browser(app).get('/openapi.json')).body;
const openDocument: Any = (await client(app).get('/openapi.json')).body;

const operationsOf = ({ paths }: Any) =>
  Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.entries<Any>(methods).map(([method, operation]) => ({
      name: `${method} ${path}`,
      pointer: `#/paths/${path.replaceAll('/', '~1')}/${method}`,
      method,
      operation,
    })),
  );
const operations = operationsOf(document);

test('the document of the console is valid OpenAPI 3.1, by an independent validator', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  assert.ok(valid, JSON.stringify(errors));
  assert.equal(document.servers[0].url, '/admin/v1');
});

test('the document has every operation of the API, and the only ones for administrators', () => {
  const names = operations.map(({ name }) => name);
  const open = operationsOf(openDocument).map(({ name }) => name);
  assert.deepEqual(
    open.filter((name) => !names.includes(name)),
    ['get /me'], // It is about a key, and an administrator has none.
  );
  const own = names.filter((name) => !open.includes(name));
  assert.equal(own.length, 59);
  assert.ok(own.includes('post /keys/{keyId}/rotate') && own.includes('get /audit-log'));
  assert.equal(new Set(operations.map(({ operation }) => operation.operationId)).size, operations.length);
});

test('every operation states its requirements, and keys are not among them', () => {
  for (const { name, method, operation } of operations) {
    const role = operation['x-required-role'];
    assert.ok(['administrator', 'viewer', 'anybody'].includes(role), name);
    assert.deepEqual(operation.security, role === 'anybody' ? [] : [{ session: [role] }], name);
    if (method !== 'get' && !name.includes(' /session')) assert.equal(role, 'administrator', name);
    const parameters = operation.parameters.map(({ $ref }: { $ref?: string }) => $ref?.split('/').at(-1));
    assert.equal(parameters.includes('Console'), method !== 'get', name);
    assert.equal(parameters.includes('Mode'), method === 'get', name);
  }
  const text = JSON.stringify(document);
  for (const code of ['missing_api_key', 'invalid_api_key', 'insufficient_scope'])
    assert.ok(!text.includes(code), code);
  for (const code of consoleProblemCodes) assert.ok(document.info.description.includes(`\`${code}\``), code);
});

for (const types of typeFiles)
  test(`the types of the ${types.readers} are those of their document; \`npm run api-types\` makes them again`, async () => {
    assert.equal(readFileSync(types.file, 'utf8'), await apiTypes(app, types));
  });

test('every example keeps to its schema', () => {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(document, 'document', undefined, false);
  const check = (media: string, example: unknown) => {
    const validate = ajv.getSchema(`document${encodeURI(media)}/schema`);
    assert.ok(validate, media);
    assert.ok(validate(example), `${media}: ${ajv.errorsText(validate.errors)}`);
  };
  const json = 'content/application~1json';
  for (const { pointer, operation } of operations) {
    const { examples = {} } = operation.requestBody?.content['application/json'] ?? {};
    for (const { value } of Object.values<Any>(examples)) check(`${pointer}/requestBody/${json}`, value);
    for (const [status, { content }] of Object.entries<Any>(operation.responses))
      if (content?.['application/json'])
        check(`${pointer}/responses/${status}/${json}`, content['application/json'].example);
  }
});
