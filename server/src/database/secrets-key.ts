import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from '../platform/log.ts';
import { Problem, problem } from '../platform/problem.ts';
import { isSecretsKey, keyFingerprint, keyLength, type SecretBox, secretBox } from '../platform/secret-box.ts';
import { type Database, isReadOnly } from './connect.ts';
import { statement } from './sql.ts';

// The key for the secrets in a database. It is configured, or made once and kept in a file; the database knows its
// fingerprint, so that no node ever starts with a key that opens nothing, or seals what the others cannot open.

export type Secrets = SecretBox & {
  /** Has the database remember the key, where it could not when it only read. */
  agree(): Promise<void>;
};

export type KeySource = { configured: string; file: string };

export async function openSecrets(db: Database, source: KeySource, log: Logger): Promise<Secrets> {
  const known = await listFingerprints.all(db, {});
  const key = source.configured === '' ? await keyInFile(source.file, known.length > 0) : decode(source.configured);
  const fingerprint = keyFingerprint(key);
  let isAgreed = false;

  const agree = async () => {
    if (isAgreed) return;
    const agreed = (await listFingerprints.first(db, {})) ?? (await remember(db, fingerprint));
    if (!agreed?.fingerprint.equals(fingerprint)) throw new Error(anotherKey(source));
    isAgreed = true;
  };
  await agree().catch((error) => {
    if (!(error instanceof Problem && isReadOnly(error.cause))) throw error;
    log.warn({ err: error }, 'the database does not know the key for secrets yet; it will be tried again');
  });

  const box = secretBox(key);
  return {
    agree,
    open: box.open,
    seal(text, context) {
      if (!isAgreed) throw problem('unavailable');
      return box.seal(text, context);
    },
  };
}

const decode = (text: string) => Buffer.from(text, 'base64');

/** Of several nodes that start at once on a new database, one is the first. */
function remember(db: Database, fingerprint: Buffer) {
  return db.transaction(async (tx) => {
    await lockFingerprints.run(tx, {});
    await insertFirstFingerprint.run(tx, { fingerprint });
    return listFingerprints.first(tx, {});
  });
}

async function keyInFile(file: string, isInUse: boolean): Promise<Buffer> {
  const kept = await readKey(file);
  if (kept) return kept;
  if (isInUse) throw new Error(missingKey(file));
  await makeKey(file);
  return (await readKey(file)) ?? keyInFile(file, isInUse);
}

async function readKey(file: string): Promise<Buffer | undefined> {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`The key for secrets cannot be read: ${error.message}. Let this user read ${file}.`);
  });
  if (text === undefined) return undefined;
  if (!isSecretsKey(text.trim()))
    throw new Error(`${file} holds no key for secrets (base64 of ${keyLength} bytes). Restore it from a backup.`);
  return decode(text.trim());
}

/** The file appears with all that is in it, and on the disk: what is sealed with a key that is lost is lost too. */
async function makeKey(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const written = await open(draft, 'wx', 0o600);
  try {
    await written.writeFile(`${randomBytes(keyLength).toString('base64')}\n`);
    await written.sync();
    await link(draft, file).catch((error) => {
      if (error.code !== 'EEXIST') throw error; // Another server on this folder was faster.
    });
  } finally {
    await written.close();
    await rm(draft, { force: true });
  }
  await using folder = await open(dirname(file));
  await folder.sync();
}

function missingKey(file: string): string {
  return (
    'The secrets in this database are encrypted with a key that is not here. Set SECRETS_KEY to that key, ' +
    `or copy the file secrets.key of the node that made it to ${file}.`
  );
}

function anotherKey({ configured, file }: KeySource): string {
  const here = configured === '' ? `the one in ${file}` : 'that of SECRETS_KEY';
  return (
    `The secrets in this database are encrypted with another key than ${here}. ` +
    'Set SECRETS_KEY to the right one: all nodes of a database need the same.'
  );
}

const acrossTenants = 'One key seals the secrets of all tenants.';

const listFingerprints = statement({
  name: 'list_secret_key_fingerprints',
  takes: {},
  gives: { fingerprint: 'bytea' },
  acrossTenants,
  sql: 'select fingerprint from secret_keys',
});

const lockFingerprints = statement({
  name: 'lock_secret_key_fingerprints',
  takes: {},
  acrossTenants,
  sql: 'lock table secret_keys in exclusive mode',
});

const insertFirstFingerprint = statement({
  name: 'insert_first_secret_key_fingerprint',
  takes: { fingerprint: 'bytea' },
  acrossTenants,
  sql: `
    insert into secret_keys (fingerprint) select :fingerprint::bytea where not exists (select from secret_keys)`,
});
