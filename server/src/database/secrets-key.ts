import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from '../platform/log.ts';
import { Problem, problem } from '../platform/problem.ts';
import { isSecretsKey, keyLength, type SecretBox, secretBox } from '../platform/secret-box.ts';
import { type Database, isReadOnly } from './connect.ts';
import { statement } from './sql.ts';

// The key for the secrets in a database is stored in the database, so that all nodes have the same one, and sealed with a key
// that is not: the operator's, or, for the embedded database, one that is made once and kept in the data folder. An external
// database without a configured key stores it unsealed, which is logged at each start; a key configured later seals it then.

export type Secrets = SecretBox & {
  /** Stores a key in the database, if that was not possible because the database was read-only. */
  agree(): Promise<void>;
};

/** The source of the sealing key: configured, or in a file; both may be missing. */
export type KeySource = { configured: string; file?: string | undefined };

/** A file of one node must not hold the key of a database that several nodes may share. */
export function keySourceOf(config: { SECRETS_KEY: string; DATABASE_URL: string; DATA_DIR: string }): KeySource {
  const file = config.DATABASE_URL === '' ? join(config.DATA_DIR, 'secrets.key') : undefined;
  return { configured: config.SECRETS_KEY, file };
}

export async function openSecrets(db: Database, source: KeySource, log: Logger): Promise<Secrets> {
  let box: SecretBox | undefined;
  const agree = async () => {
    box ??= secretBox(await agreeOnKey(db, source, log));
  };
  await agree().catch((error) => {
    if (!(error instanceof Problem && isReadOnly(error.cause))) throw error;
    log('secrets.key_not_stored', { err: error });
  });
  const agreed = (): SecretBox => {
    if (!box) throw problem('unavailable');
    return box;
  };
  return {
    agree,
    seal: (text, context) => agreed().seal(text, context),
    open: (sealed, context) => agreed().open(sealed, context),
    keyFor: (purpose) => agreed().keyFor(purpose),
  };
}

async function agreeOnKey(db: Database, source: KeySource, log: Logger): Promise<Buffer> {
  const known = (await findKey.first(db, {})) ?? (await makeKnown(db, source));
  const sealing = await sealingKey(source, known.is_sealed);
  if (known.is_sealed) return unseal(known.key, sealing, source);
  if (sealing) await sealKnownKey.run(db, { sealed: seal(sealing, known.key) });
  else log('secrets.key_unsealed');
  return known.key;
}

/** If several nodes start at once on a new database, the first one's key counts. */
async function makeKnown(db: Database, source: KeySource): Promise<Known> {
  const sealing = await sealingKey(source, false);
  const key = randomBytes(keyLength);
  return db.transaction(async (tx) => {
    await insertKey.run(tx, { key: sealing ? seal(sealing, key) : key, is_sealed: sealing !== undefined });
    return findKey.one(tx, {});
  });
}

type Known = { key: Buffer; is_sealed: boolean };

const context = 'the key for secrets';
const seal = (sealing: Buffer, key: Buffer) => secretBox(sealing).seal(key.toString('base64'), context);

function unseal(sealed: Buffer, sealing: Buffer | undefined, source: KeySource): Buffer {
  if (!sealing) throw new Error(missingKey());
  try {
    return decode(secretBox(sealing).open(sealed, context));
  } catch (cause) {
    throw new Error(anotherKey(source), { cause });
  }
}

/** Fails with a sentence if the key of a database cannot be read with the one from here. */
export async function checkKey({ key, is_sealed }: Known, source: KeySource): Promise<void> {
  if (is_sealed) unseal(key, await sealingKey(source, true), source);
}

const decode = (text: string) => Buffer.from(text, 'base64');

async function sealingKey({ configured, file }: KeySource, isInUse: boolean): Promise<Buffer | undefined> {
  if (configured !== '') return decode(configured);
  return file === undefined ? undefined : keyInFile(file, isInUse);
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

/** The file appears complete, and is synced to disk: secrets sealed with a lost key are lost too. */
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

function missingKey(file?: string): string {
  const orCopy = file === undefined ? '' : `, or copy the file secrets.key of the node that made it to ${file}`;
  return `The secrets in this database are encrypted with a key that is not here. Set SECRETS_KEY to that key${orCopy}.`;
}

function anotherKey({ configured, file }: KeySource): string {
  const here = configured === '' ? `the one in ${file}` : 'that of SECRETS_KEY';
  return (
    `The secrets in this database are encrypted with another key than ${here}. ` +
    'Set SECRETS_KEY to the right one: all nodes of a database need the same.'
  );
}

const acrossTenants = 'One key seals the secrets of all tenants.';

const findKey = statement({
  name: 'find_secrets_key',
  takes: {},
  gives: { key: 'bytea', is_sealed: 'bool' },
  acrossTenants,
  sql: 'select key, is_sealed from secret_keys',
});

const insertKey = statement({
  name: 'insert_secrets_key',
  takes: { key: 'bytea', is_sealed: 'bool' },
  acrossTenants,
  sql: 'insert into secret_keys (key, is_sealed) values (:key, :is_sealed) on conflict do nothing',
});

const sealKnownKey = statement({
  name: 'seal_secrets_key',
  takes: { sealed: 'bytea' },
  acrossTenants,
  sql: 'update secret_keys set key = :sealed, is_sealed = true where not is_sealed',
});
