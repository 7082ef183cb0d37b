import { resolve } from 'node:path';
import { readConfig } from '../../config.ts';
import { connect, type Database } from '../../database/connect.ts';
import { startEmbedded } from '../../database/embedded.ts';
import { hasCluster } from '../../database/embedded-cluster.ts';
import { isBlank, migrate } from '../../database/migrate.ts';
import { keySourceOf, openSecrets } from '../../database/secrets-key.ts';
import { createLog } from '../../platform/log.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { Terminal } from '../terminal/command.ts';
import { watchInterruption } from '../terminal/interruption.ts';
import { program } from '../terminal/program-name.ts';
import { checkDataFolder } from './check-data-folder.ts';

type Environment = Terminal['environment'];

/**
 * Only commands that begin an installation make its database. For any other, a missing one means a wrong DATA_DIR or
 * DATABASE_URL.
 */
type IfMissing = 'make it' | 'refuse';

/** Opens the server's database, migrated, for one command: with or without a running server. */
export function withDatabase<T>(
  environment: Environment,
  work: (db: Database) => Promise<T>,
  ifMissing: IfMissing = 'refuse',
): Promise<T> {
  const open = async (url: string) => {
    if (ifMissing === 'refuse' && (await isBlank(url))) throw emptyDatabase();
    await migrate(url);
    const db = connect(url, { poolSize: 2, applicationName: 'trunkline command', onIdleError: () => {} });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  };
  return withDatabaseUrl(environment, open, ifMissing);
}

/** The same, with the box that decrypts its secrets. */
export function withSecrets<T>(
  environment: Environment,
  work: (db: Database, box: SecretBox) => Promise<T>,
): Promise<T> {
  return withDatabase(environment, async (db) =>
    work(db, await openSecrets(db, keySourceOf(readConfig(environment)), createLog('silent'))),
  );
}

/** The same, without migrating or connecting. */
export async function withDatabaseUrl<T>(
  environment: Environment,
  work: (url: string) => Promise<T>,
  ifMissing: IfMissing = 'refuse',
): Promise<T> {
  const { DATABASE_URL, DATA_DIR } = readConfig(environment);
  if (DATABASE_URL !== '') return work(DATABASE_URL);
  await checkDataFolder(DATA_DIR);
  if (ifMissing === 'refuse' && !hasCluster(DATA_DIR)) throw missing(`There is no database in ${resolve(DATA_DIR)}.`);
  // A command is short: at Ctrl-C it finishes rather than leave its PostgreSQL running.
  using _interruption = watchInterruption();
  const postgres = await startEmbedded(DATA_DIR, { log: () => {} });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

export const emptyDatabase = (): Error => missing('This database is empty.');

function missing(sentence: string): Error {
  return new Error(
    `${sentence} Set DATA_DIR or DATABASE_URL to the values of the server. ` +
      `The first start creates a new database, and so do "${program} migrate" and "${program} tenant create".`,
  );
}
