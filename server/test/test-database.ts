import { atEnd } from './at-end.ts';
import { inDatabase, onServer } from './runner/on-server.ts';
import { until } from './until.ts';

/** Creates a migrated, empty database for one test file and drops it when the file is done. */
export function createTestDatabase(): Promise<string> {
  // File copy takes a third of the time of the WAL strategy; the checkpoint that it needs costs little here.
  return createDatabase(`template ${prepared().template} strategy file_copy`);
}

/** An empty database with settings other than the server's. */
export function createForeignDatabase(settings: string): Promise<string> {
  return createDatabase(`template template0 ${settings}`);
}

async function createDatabase(settings: string): Promise<string> {
  const { serverUrl, template } = prepared();
  const name = `${template}_${process.pid}_${++made}`;
  await onceUnused(serverUrl, `create database ${name} ${settings}`);
  atEnd(() => onceUnused(serverUrl, `drop database ${name} with (force)`));
  return inDatabase(serverUrl, name);
}

/** PostgreSQL waits for five seconds until others have left a database; on a busy machine that may take longer. */
const onceUnused = (serverUrl: string, statement: string) =>
  until(() =>
    onServer(serverUrl, statement).then(
      () => true,
      (error) => {
        if (error.code !== '55006') throw error;
        return false;
      },
    ),
  );

function prepared(): { serverUrl: string; template: string } {
  const { TEST_SERVER_URL: serverUrl, TEST_TEMPLATE: template } = process.env;
  if (!serverUrl || !template) throw new Error('Run the tests with `npm test`: it prepares the database they need.');
  return { serverUrl, template };
}

let made = 0;
