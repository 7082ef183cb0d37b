import { join, resolve } from 'node:path';
import { bucketPlace, readBucket } from '../../backup/bucket-place.ts';
import { folderPlace } from '../../backup/folder-place.ts';
import type { Place } from '../../backup/place.ts';
import type { Config } from '../../config.ts';
import { connect, type Database } from '../../database/connect.ts';
import { recordingsIn } from '../../recordings/recording-files.ts';
import type { Terminal } from '../terminal/command.ts';

export function openPlace(written: string, { environment }: Terminal, signal: AbortSignal): Place & AsyncDisposable {
  const bucket = readBucket(written, environment);
  // ./trunkline runs in the folder of the program; INIT_CWD is the folder in which it was typed.
  const file = resolve(environment.INIT_CWD ?? '.', written);
  const place = bucket ? bucketPlace(bucket, signal) : folderPlace(file, signal);
  return { ...place, [Symbol.asyncDispose]: () => place.close() };
}

export function openPool(url: string): Database & AsyncDisposable {
  const db = connect(url, { poolSize: 2, applicationName: 'trunkline command', onIdleError: () => {} });
  return { ...db, [Symbol.asyncDispose]: () => db.close() };
}

export const recordingsOf = ({ DATA_DIR }: Config) => recordingsIn(join(DATA_DIR, 'recordings'));
