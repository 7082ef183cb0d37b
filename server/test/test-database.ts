import { atEnd } from './at-end.ts';
import { inDatabase, onServer } from './on-server.ts';

/** Makes a migrated, empty database for one test file and drops it when the file is done. */
export async function createTestDatabase(): Promise<string> {
  const { TEST_SERVER_URL: serverUrl, TEST_TEMPLATE: template } = process.env;
  if (!serverUrl || !template) throw new Error('Run the tests with `npm test`: it prepares the database they need.');
  const name = `${template}_${process.pid}_${++made}`;
  await onServer(serverUrl, `create database ${name} template ${template}`);
  atEnd(() => onServer(serverUrl, `drop database ${name} with (force)`));
  return inDatabase(serverUrl, name);
}

let made = 0;
