import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The first process of the PostgreSQL in the folder of an installation. */
export function postmasterOf(folder: string): number {
  return Number(readFileSync(join(folder, 'database/postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
}
