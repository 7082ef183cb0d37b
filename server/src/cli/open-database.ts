import { readConfig } from '../config.ts';
import { connect, type Database } from '../database/connect.ts';
import { startEmbedded } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';
import type { Terminal } from './command.ts';
import { hearInterruption } from './interruption.ts';

type Environment = Terminal['environment'];

/** Opens the server's database, up to date, for the time of one command: beside a running server or without one. */
export function withDatabase<T>(environment: Environment, work: (db: Database) => Promise<T>): Promise<T> {
  return withDatabaseUrl(environment, async (url) => {
    await migrate(url);
    const db = connect(url, { poolSize: 2, applicationName: 'trunkline command', onIdleError: () => {} });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  });
}

/** The same without touching what is in it. */
export async function withDatabaseUrl<T>(environment: Environment, work: (url: string) => Promise<T>): Promise<T> {
  const { DATABASE_URL, DATA_DIR } = readConfig(environment);
  if (DATABASE_URL !== '') return work(DATABASE_URL);
  // A command is short: at Ctrl-C it comes to its end rather than leave a PostgreSQL behind that nobody needs.
  using _interruption = hearInterruption();
  const postgres = await startEmbedded(DATA_DIR, { log: () => {} });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}
