import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { atEnd } from '../../test/at-end.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { connect } from './connect.ts';

const url = await createTestDatabase();
const db = connect(url, { poolSize: 4, applicationName: 'test', onIdleError: () => {} });
atEnd(db.close);
const listener = new pg.Client({ connectionString: url });
await listener.connect();
for (const channel of ['one', 'two', 'crowded', 'undone', 'closed']) await listener.query(`listen ${channel}`);
await listener.query('create table facts (n int)');

const reader = new pg.Client({ connectionString: url });
await reader.connect();
const received: { channel: string; facts: number }[] = [];
let reading = Promise.resolve();
listener.on('notification', ({ channel }) => {
  reading = reading.then(async () => {
    const { rows } = await reader.query('select count(*)::int from facts');
    received.push({ channel, facts: rows[0].count });
  });
});
atEnd(async () => {
  await listener.end();
  await reading;
  await reader.end();
});
const timesReceived = (channel: string) => received.filter((one) => one.channel === channel).length;

const insertFact = { name: 'insert_fact', text: 'insert into facts values (1)', values: [] };

test('an announcement is received once it has committed, on every channel named', async () => {
  await db.transaction(async (tx) => {
    tx.announce('one');
    tx.announce('two');
    tx.announce('one');
    await tx.execute(insertFact);
  });
  await until(() => timesReceived('one') === 1 && timesReceived('two') === 1);
  assert.ok(received.every(({ facts }) => facts === 1));
});

test('a rolled back announcement is not sent', async () => {
  const failing = db.transaction(async (tx) => {
    tx.announce('undone');
    throw new Error('no');
  });
  await assert.rejects(failing, /no/);
  await db.transaction(async (tx) => tx.announce('one'));
  await until(() => timesReceived('one') === 2);
  assert.equal(timesReceived('undone'), 0);
});

test('a crowd of transactions is announced a few times, the last time after the last of them', async () => {
  const began = performance.now();
  await Promise.all(
    Array.from({ length: 100 }, () =>
      db.transaction(async (tx) => {
        tx.announce('crowded');
        await tx.execute(insertFact);
      }),
    ),
  );
  const most = 2 + (performance.now() - began) / 10;
  await until(() => received.at(-1)?.facts === 101);
  assert.ok(timesReceived('crowded') <= most, `${timesReceived('crowded')} times, ${most} at most`);
});

test('an announcement made just before closing is still received', async () => {
  const before = timesReceived('two');
  const leaving = connect(url, { poolSize: 1, applicationName: 'test', onIdleError: () => {} });
  await leaving.transaction(async (tx) => {
    tx.announce('two');
    await tx.execute(insertFact);
  });
  await leaving.close();
  await until(() => timesReceived('two') === before + 1);
});

test('a commit during the closing of its database stays committed, and is not announced', async () => {
  const facts = async () => (await reader.query('select count(*)::int from facts')).rows[0].count;
  const before = await facts();
  const leaving = connect(url, { poolSize: 1, applicationName: 'test', onIdleError: () => {} });
  let closing: Promise<void> | undefined;
  await leaving.transaction(async (tx) => {
    tx.announce('closed');
    await tx.execute(insertFact);
    closing = leaving.close();
  });
  await closing;
  assert.equal(await facts(), before + 1);
  // PostgreSQL delivers notifications in the order of their commits.
  const last = timesReceived('one');
  await db.transaction(async (tx) => tx.announce('one'));
  await until(() => timesReceived('one') === last + 1);
  assert.equal(timesReceived('closed'), 0);
});
