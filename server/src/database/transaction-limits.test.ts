import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../test/at-end.ts';
import { query } from '../../test/builders.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { connect } from './connect.ts';
import { statement } from './sql.ts';

const databaseUrl = await createTestDatabase();
const db = connect(databaseUrl, { poolSize: 1, applicationName: 'test', onIdleError: () => {} });
atEnd(db.close);
const limits = { statementTimeout: 1_000 };

const wait = statement({
  name: 'wait_two_seconds',
  takes: {},
  gives: { waited: 'text' },
  acrossTenants: 'It reads no table.',
  sql: 'select pg_sleep(2)::text as waited',
});
const note = statement({
  name: 'note',
  takes: {},
  acrossTenants: 'The table has no tenants.',
  sql: 'insert into slow_at_commit default values',
});

test('a limit of statements cancels those of its transaction, and of no other on the connection', async () => {
  await assert.rejects(
    db.transaction((tx) => wait.one(tx, {}), limits),
    { code: 'unavailable' },
  );
  await db.transaction((tx) => wait.one(tx, {}));
});

test('a limit of statements cancels no commit, which may wait for a replica', async () => {
  await query(
    { databaseUrl },
    `create table slow_at_commit (at timestamptz default now());
     create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(2); return null; end';
     create constraint trigger wait after insert on slow_at_commit deferrable initially deferred
       for each row execute function wait()`,
  );
  await db.transaction(async (tx) => tx.alongCommit(note.run(tx, {})), limits);
  assert.equal((await query({ databaseUrl }, 'select from slow_at_commit')).length, 1);
});
