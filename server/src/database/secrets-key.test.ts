import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../test/at-end.ts';
import { query, setReadOnly } from '../../test/builders.ts';
import { startNode } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { createLog } from '../platform/log.ts';
import { connect } from './connect.ts';
import { openSecrets } from './secrets-key.ts';

const log = createLog('silent');
const newKey = () => randomBytes(32).toString('base64');

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-key-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'new', 'secrets.key');
}

async function connectAnew() {
  const databaseUrl = await createTestDatabase();
  const db = connect(databaseUrl, { poolSize: 4, applicationName: 'test', onIdleError: () => {} });
  atEnd(db.close);
  return { databaseUrl, db };
}

test('without a configured key one is made once, in a file that only its owner reads', async () => {
  const { db } = await connectAnew();
  const source = { configured: '', file: temporaryFile() };
  const first = await openSecrets(db, source, log);
  const again = await openSecrets(db, source, log);
  assert.equal(again.open(first.seal('hush', 'here'), 'here'), 'hush');
  assert.equal(statSync(source.file).mode & 0o777, 0o600);
  assert.match(readFileSync(source.file, 'utf8'), /^[A-Za-z\d+/]{43}=\n$/);
  assert.deepEqual(readdirSync(join(source.file, '..')), ['secrets.key']);

  const configured = { configured: readFileSync(source.file, 'utf8').trim(), file: temporaryFile() };
  assert.equal((await openSecrets(db, configured, log)).open(first.seal('hush', 'here'), 'here'), 'hush');
});

test('servers that start at once on a new folder and database have one key', async () => {
  const { db, databaseUrl } = await connectAnew();
  const source = { configured: '', file: temporaryFile() };
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => openSecrets(db, source, log)));
  const sealed = first?.seal('hush', 'here') ?? Buffer.alloc(0);
  for (const other of others) assert.equal(other.open(sealed, 'here'), 'hush');
  assert.equal((await query({ databaseUrl }, 'select from secret_keys')).length, 1);
});

test('if nodes with different keys start at once, one starts and the others say why they do not', async () => {
  const { db } = await connectAnew();
  const opening = Array.from({ length: 4 }, () => openSecrets(db, { configured: newKey(), file: '' }, log));
  const outcomes = await Promise.allSettled(opening);
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      assert.equal(
        outcome.reason.message,
        'The secrets in this database are encrypted with another key than that of SECRETS_KEY. ' +
          'Set SECRETS_KEY to the right one: all nodes of a database need the same.',
      );
});

test('if the key of a database is missing or differs, nothing is made, and the refusal says what to do', async () => {
  const { db } = await connectAnew();
  await openSecrets(db, { configured: newKey(), file: '' }, log);
  const file = temporaryFile();
  await assert.rejects(openSecrets(db, { configured: '', file }, log), {
    message:
      'The secrets in this database are encrypted with a key that is not here. Set SECRETS_KEY to that key, ' +
      `or copy the file secrets.key of the node that made it to ${file}.`,
  });
  assert.throws(() => statSync(file), { code: 'ENOENT' });

  const other = temporaryFile();
  await openSecrets((await connectAnew()).db, { configured: '', file: other }, log);
  const refusal = openSecrets(db, { configured: '', file: other }, log);
  await assert.rejects(refusal, { message: /with another key than the one in .*secrets\.key\. Set SECRETS_KEY to/ });
  writeFileSync(other, 'nonsense');
  await assert.rejects(openSecrets(db, { configured: '', file: other }, log), { message: /holds no key for secrets/ });
});

test('without a sealing key the key is in the database, with a warning at each start; a key configured later seals it', async () => {
  const { db, databaseUrl } = await connectAnew();
  const warnings: string[] = [];
  const collectingLog = createLog('warn', { write: (line) => warnings.push(line) });
  const [first, second] = await Promise.all([
    openSecrets(db, { configured: '' }, collectingLog),
    openSecrets(db, { configured: '' }, collectingLog),
  ]);
  const sealed = first.seal('hush', 'here');
  assert.equal(second.open(sealed, 'here'), 'hush');
  assert.equal(warnings.length, 2);

  const configured = newKey();
  const before = await query({ databaseUrl }, 'select key from secret_keys');
  assert.equal((await openSecrets(db, { configured }, collectingLog)).open(sealed, 'here'), 'hush');
  const [after] = await query({ databaseUrl }, 'select key, is_sealed from secret_keys');
  assert.equal(after?.is_sealed, true);
  assert.ok(!after?.key.includes(before[0]?.key));
  assert.equal((await openSecrets(db, { configured }, collectingLog)).open(sealed, 'here'), 'hush');
  assert.equal(warnings.length, 2);
  await assert.rejects(openSecrets(db, { configured: '' }, log), {
    message: 'The secrets in this database are encrypted with a key that is not here. Set SECRETS_KEY to that key.',
  });
});

test('on a read-only database nothing is sealed until it has learned the key', async () => {
  const { db, databaseUrl } = await connectAnew();
  await setReadOnly(databaseUrl, 'on');
  const secrets = await openSecrets(db, { configured: newKey(), file: '' }, log);
  assert.throws(() => secrets.seal('hush', 'here'), { code: 'unavailable' });
  await setReadOnly(databaseUrl, 'off');
  await secrets.agree();
  assert.equal(secrets.open(secrets.seal('hush', 'here'), 'here'), 'hush');
});

test('a server with another key than the others does not start', async () => {
  const databaseUrl = await createTestDatabase();
  await startNode(databaseUrl);
  await assert.rejects(startNode(databaseUrl, { SECRETS_KEY: newKey() }), {
    message: /another key than that of SECRETS_KEY/,
  });
  await assert.rejects(startNode(databaseUrl, { SECRETS_KEY: '' }), { message: /with a key that is not here/ });
  await startNode(databaseUrl);
});
