import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../test/at-end.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { explainError } from '../cli/terminal/explain-error.ts';
import { codeOf } from '../platform/error-code.ts';
import { isUnavailable } from '../platform/problem.ts';
import { connect } from './connect.ts';

const missingFile = join(import.meta.dirname, 'missing.wav');
const open = (url: string) => {
  const db = connect(url, { poolSize: 1, applicationName: 'test', onIdleError: () => {} });
  atEnd(() => db.close());
  return db;
};

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => assert.fail('It did not fail.'),
    (error: unknown) => error,
  );
}

test('a file that is missing during a transaction is not reported as a database out of reach', async () => {
  const db = open(await createTestDatabase());
  const failure = await failureOf(db.transaction(() => readFile(missingFile)));
  assert.equal(codeOf(failure), 'ENOENT');
  assert.equal(isUnavailable(failure), false);
  assert.match(explainError(failure), /^ENOENT: no such file or directory, open .*missing\.wav'$/);
});

test('a missing Unix socket of PostgreSQL is a database out of reach', async () => {
  const db = open(`postgres://trunkline@/trunkline?host=${encodeURIComponent(import.meta.dirname)}`);
  const failure = await failureOf(db.transaction(() => Promise.resolve()));
  assert.equal(isUnavailable(failure), true);
  assert.match(explainError(failure), /^The database cannot be reached: connect ENOENT /);
});
