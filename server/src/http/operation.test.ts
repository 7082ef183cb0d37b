import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { buildTenant } from '../../test/builders.ts';
import { startCustomApp } from '../../test/custom-app.ts';
import { assertProblem } from '../../test/test-app.ts';
import { inputObject } from './input/schema.ts';
import { ok, writeOperation } from './operation.ts';

const steps: string[] = [];
const busy = () => app.db.stats().total - app.db.stats().idle;

const app = await startCustomApp({}, (db) => [
  writeOperation(db, {
    method: 'POST',
    url: '/api/v1/asking',
    scope: 'calls:read',
    operationId: 'ask',
    summary: 'Ask',
    tag: { name: 'Asking', description: 'Asking.' },
    body: inputObject({ name: Type.String({ maxLength: 5 }), age: Type.Optional(Type.Integer()) }),
    answers: {},
    audit: { action: 'test.asked', subject: 'none' },
    askOutside: async ({ name }) => {
      steps.push(`asked about ${name}, ${busy()} connections busy`);
      return name === 'bad' ? [{ field: 'name', code: 'taken', message: 'No.' }] : [];
    },
    write: async () => {
      steps.push(`wrote, ${busy()} connections busy`);
      return {
        ...ok({}),
        afterCommit: async () => {
          await db.transaction(async () => {}); // Some slow work.
          steps.push('after the commit');
        },
      };
    },
  }),
  writeOperation(db, {
    method: 'POST',
    url: '/api/v1/heavy',
    scope: 'calls:read',
    operationId: 'doHeavyWork',
    summary: 'Do heavy work',
    tag: { name: 'Asking', description: 'Asking.' },
    isHeavy: true,
    answers: {},
    audit: { action: 'test.worked', subject: 'none' },
    write: async () => {
      steps.push('wrote');
      return {
        ...ok({}),
        afterCommit: async () => {
          await db.transaction(async () => {}); // Some slow work.
          steps.push('after the commit');
        },
      };
    },
  }),
]);
const { api } = await buildTenant(app);

test('heavy requests of one tenant follow one another, each with its work after the commit', async () => {
  steps.length = 0;
  const answers = await Promise.all([1, 2, 3].map(() => api.post('/heavy')));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.deepEqual(steps, Array(3).fill(['wrote', 'after the commit']).flat());
});

for (const headers of [{}, { 'idempotency-key': 'a' }]) {
  const how = 'idempotency-key' in headers ? 'with an Idempotency-Key' : 'without a key';
  test(`the outside is asked before the transaction, and the answer waits for the work after it, ${how}`, async () => {
    steps.length = 0;
    const answer = await api.post('/asking', { name: ' ann ' }, headers);
    steps.push(`answered ${answer.status}`);
    assert.deepEqual(steps, [
      'asked about ann, 0 connections busy',
      'wrote, 1 connections busy',
      'after the commit',
      'answered 200',
    ]);
  });
}

test('faults found outside are reported with all others, and faults of the form come first', async () => {
  const faultsOf = async (body: object) =>
    assertProblem(await api.post('/asking', body), 422, 'validation_failed').map(
      ({ field, code }) => `${field} ${code}`,
    );
  assert.deepEqual(await faultsOf({ name: 'bad', age: 'x' }), ['name taken', 'age invalid_type']);
  assert.deepEqual(await faultsOf({ name: 'far too long' }), ['name too_long']);
  assertProblem(await api.post('/asking', '{'), 400, 'malformed_json');
  assertProblem(await api.post('/asking', '{', { 'idempotency-key': 'b' }), 400, 'malformed_json');
});
