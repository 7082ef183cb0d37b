import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../test/at-end.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { connect } from './connect.ts';
import { statement } from './sql.ts';
import { transactionTurns } from './transaction-turns.ts';

const db = connect(await createTestDatabase(), {
  ...{ poolSize: 8, applicationName: 'test', isSharded: true },
  onIdleError: () => {},
});
atEnd(db.close);

const wait = statement({
  name: 'wait_for_seconds',
  takes: { seconds: 'float8' },
  gives: { waited: 'text' },
  acrossTenants: 'It reads no table.',
  sql: 'select pg_sleep(:seconds)::text as waited',
});

test('work that is canceled because it is slow is done in a second try, and in the first one after that', async () => {
  const inTurn = transactionTurns(db);
  const limits: (number | undefined)[] = [];
  const work = () =>
    inTurn('slow', (given) => {
      limits.push(given.statementTimeout);
      return db.transaction((tx) => wait.one(tx, { seconds: 0.8 }), given);
    });
  await work();
  assert.deepEqual(limits, [500, undefined]);
  await work();
  assert.deepEqual(limits, [500, undefined, undefined]);
});

test('work that fails for another reason is not repeated', async () => {
  const inTurn = transactionTurns(db);
  let tries = 0;
  const work = () =>
    inTurn('broken', async () => {
      tries++;
      throw new Error('no');
    });
  await assert.rejects(work, /no/);
  assert.equal(tries, 1);
});
