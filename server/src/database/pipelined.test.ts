import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onServer } from '../../test/runner/on-server.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { connect } from './connect.ts';

const url = await createTestDatabase();
const applicationName = 'pipelined test';
const db = connect(url, { poolSize: 16, applicationName, onIdleError: () => {} });
test.after(() => db.close());

const echo = async (n: number) => {
  const query = { name: 'echo', text: 'select $1::int4 as n', values: [n], isQuick: true };
  return (await db.execute(query)).rows;
};
const divide = (by: number) =>
  db.execute({ name: 'divide', text: 'select 1 / $1::int4 as n', values: [by], isQuick: true });
const nap = () => db.execute({ name: 'nap', text: 'select pg_sleep(30)', values: [], isQuick: true });
const endAll = () =>
  onServer(url, `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${applicationName}'`);

test('many quick statements share four connections, and each gets its own answer', async () => {
  const answers = await Promise.all(Array.from({ length: 500 }, (_, n) => echo(n)));
  assert.deepEqual(
    answers,
    answers.map((_, n) => [{ n }]),
  );
  assert.equal(db.stats().shared, 4);
});

test('a quick statement that fails is alone in that', async () => {
  const settled = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) => (n % 4 === 3 ? divide(n % 8 === 3 ? 0 : 1) : echo(n))),
  );
  for (const [n, { status }] of settled.entries()) assert.equal(status, n % 8 === 3 ? 'rejected' : 'fulfilled');
});

test('a statement that its connection no longer knows is run on another one', async () => {
  assert.deepEqual(
    await Promise.all([1, 2, 3, 4].map(echo)),
    [1, 2, 3, 4].map((n) => [{ n }]),
  );
  const forgetting = { name: '', text: 'deallocate all', values: [], isQuick: true };
  await Promise.all([1, 2, 3, 4].map(() => db.execute(forgetting)));
  assert.deepEqual(
    await Promise.all([5, 6, 7, 8].map(echo)),
    [5, 6, 7, 8].map((n) => [{ n }]),
  );
});

test('after PostgreSQL ended the connections, the next statements open new ones', async () => {
  await endAll();
  await until(() => db.stats().shared === 0);
  assert.deepEqual(
    await Promise.all([1, 2, 3, 4, 5].map(echo)),
    [1, 2, 3, 4, 5].map((n) => [{ n }]),
  );
});

test('statements on a connection that breaks fail as unavailable, and later ones work', async () => {
  const waiting = Promise.allSettled([nap(), nap(), nap(), nap(), echo(1), echo(2)]);
  await until(async () => db.stats().shared === 4);
  await endAll();
  for (const settled of await waiting)
    assert.equal(settled.status === 'rejected' && settled.reason.code, 'unavailable');
  assert.deepEqual(await echo(3), [{ n: 3 }]);
});

test('transactions and other statements use the rest of the pool', async () => {
  const napping = [nap(), nap(), nap(), nap()].map((each) => each.catch(() => {}));
  const { rows } = await db.transaction((tx) => tx.execute({ name: '', text: 'select 1 as n', values: [] }));
  assert.deepEqual(rows, [{ n: 1 }]);
  assert.deepEqual((await db.execute({ name: '', text: 'select 2 as n', values: [] })).rows, [{ n: 2 }]);
  await endAll();
  await Promise.all(napping);
});
