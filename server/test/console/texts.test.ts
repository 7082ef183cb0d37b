import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { auditDetails } from '../../src/platform/audit-details.ts';
import { roles } from '../../src/platform/caller.ts';
import { faultCodes } from '../../src/platform/fault-codes.ts';
import { consoleProblemCodes } from '../../src/platform/problem.ts';
import { failureCodes } from '../../src/webhooks/sending/explain-failure.ts';
import { startTestApp } from '../test-app.ts';

// The console has a text in the language of the person for every answer of the server.

type Field = { readOnly?: boolean };
type Body = { $ref?: string; properties?: Record<string, Field> };
type Operation = { requestBody?: { content: { 'application/json': { schema: Body } } } };
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Body> } };
type Messages = Record<'en' | 'ja', Record<string, string>>;

const app = await startTestApp();
const document = (await (await fetch(`${app.address}/admin/v1/openapi.json`)).json()) as Document;

const source = join(import.meta.dirname, '../../../console/src');

async function assertSaid(file: string, codes: readonly string[]): Promise<void> {
  const [table] = Object.values<Messages>(await import(join(source, file)));
  for (const language of ['en', 'ja'] as const)
    assert.deepEqual(
      codes.filter((code) => !table?.[language][code]),
      [],
      `${file}, ${language}`,
    );
}

test('every refusal that the administrators can meet has a text', () =>
  assertSaid('parts/problems/problem-messages.ts', consoleProblemCodes));

test('every fault of a field has a text', () =>
  assertSaid(
    'parts/problems/fault-messages.ts',
    faultCodes.filter((code) => code !== 'missing_scope'), // Keys have scopes, people have roles.
  ));

test('every outcome of a delivery attempt has a text', () => assertSaid('webhooks/failure-messages.ts', failureCodes));

/** What the sources of the routes contain, by the groups of a pattern. */
function inRoutes(pattern: RegExp): string[] {
  const cwd = join(import.meta.dirname, '../../src');
  return globSync('**/*routes.ts', { cwd }).flatMap((file) =>
    [...readFileSync(join(cwd, file), 'utf8').matchAll(pattern)].flatMap(([, ...names]) =>
      names.filter((name) => name !== undefined),
    ),
  );
}

test('every action of the audit log has words, and the console knows no others', async () => {
  const found = inRoutes(
    /action: (?:kind === '\w+' \? )?'([a-z_]+\.[a-z_]+)'(?: : '([a-z_]+\.[a-z_]+)')?|audited\('([a-z_.]+)'/g,
  );
  assert.ok(found.length > 40, `${found.length}`);
  const { auditMessages } = await import(join(source, 'settings/audit-messages.ts'));
  assert.deepEqual([...new Set(found)].sort(), Object.keys(auditMessages.en).sort());
});

test('every detail in the audit log is a declared one', () => {
  // The compiler finds others in a variable or an answer with a type, but not in the answer of a function in an object.
  const written = inRoutes(/details: (?:\(.*\) => \()?\{ (.*?) \}/g);
  const names = written.flatMap((text) => [...text.matchAll(/(?:^|, )(\w+)/g)].map(([, name = '']) => name));
  assert.ok(names.length > 20, `${names.length}`);
  assert.deepEqual(
    names.filter((name) => !(auditDetails as readonly string[]).includes(name)),
    [],
  );
});

test('every detail of the audit log has words, and so has every field that it may name', async () => {
  const fields = Object.entries(document.paths)
    // A session is recorded without the fields that were sent.
    .filter(([path]) => !path.startsWith('/session'))
    .flatMap(([, operations]) => Object.values(operations).flatMap(sentFields));
  assert.ok(fields.length > 100, `${fields.length}`);
  const names = [...new Set([...auditDetails, ...fields])];
  await assertSaid('settings/audit-detail-messages.ts', names);
  const { auditDetailMessages } = await import(join(source, 'settings/audit-detail-messages.ts'));
  assert.deepEqual(Object.keys(auditDetailMessages.en).sort(), names.sort());
});

test('every role and mode in the audit log has words', () =>
  assertSaid('settings/audit-value-messages.ts', [
    ...roles.map((role) => `role.${role}`),
    ...['mode', 'kind'].flatMap((name) => ['test', 'live'].map((value) => `${name}.${value}`)),
  ]));

/** The fields of a body that are not ignored. */
function sentFields({ requestBody }: Operation): string[] {
  const sent = requestBody?.content['application/json'].schema;
  const { properties = {} } =
    (sent?.$ref ? document.components.schemas[sent.$ref.split('/').at(-1) ?? ''] : sent) ?? {};
  return Object.entries(properties).flatMap(([name, { readOnly }]) => (readOnly ? [] : [name]));
}
