import assert from 'node:assert/strict';
import { test } from 'node:test';
import { client, startTestApp } from '../../server/test/test-app.ts';
import { createClient } from './client.ts';
import { operations } from './operations.ts';

const app = await startTestApp();
const { paths } = (await client(app).get('/openapi.json')).body as { paths: Record<string, Record<string, object>> };

type Entry = { kind: string; name: string } | { [name: string]: Entry };

const named = (table: Entry): string[] =>
  typeof table.name === 'string' ? [table.name] : Object.values(table).flatMap((entry) => named(entry as Entry));

const methodNames = (methods: object): string[] =>
  Object.entries(methods).flatMap(([name, value]) =>
    typeof value === 'function' ? [name] : methodNames(value).map((method) => `${name}.${method}`),
  );

test('the SDK has a method for every operation of the OpenAPI document, and for no other', () => {
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.ok(documented.length > 30);
  assert.deepEqual(named(operations as Entry).sort(), documented.sort());
});

test('the client has every method of the table', () => {
  const methods = methodNames(createClient({ baseUrl: app.address }));
  assert.equal(new Set(methods).size, methods.length);
  assert.deepEqual(
    methods.filter((name) => !tableNames().includes(name)),
    ['customers.import', 'calls.follow'],
  );
  assert.deepEqual(
    tableNames().filter((name) => !methods.includes(name)),
    [],
  );
});

const tableNames = () =>
  Object.entries(operations).flatMap(([resource, entry]) =>
    typeof (entry as Entry).name === 'string'
      ? [resource]
      : Object.keys(entry).map((method) => `${resource}.${method}`),
  );
