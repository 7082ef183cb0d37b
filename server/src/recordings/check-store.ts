import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { codeOf, messageOf } from '../platform/error-code.ts';
import { readS3Account } from '../platform/network/s3-account.ts';
import { s3Store } from './s3-store.ts';

/** Returns where recordings are stored, or fails with the reason why they cannot be. It leaves nothing behind. */
export async function checkStore(folder: string, storeUrl: string): Promise<string> {
  let nearest = resolve(folder);
  while (!existsSync(nearest)) nearest = dirname(nearest);
  await access(nearest, constants.W_OK);
  const account = readS3Account(storeUrl);
  if (!account) return `They are kept in ${resolve(folder)}.`;
  const store = s3Store(account);
  try {
    await store.check();
  } catch (error) {
    throw new Error(
      `${account.url} does not take recordings: ${messageOf(error) || codeOf(error)}. Check RECORDING_STORE_URL.`,
    );
  } finally {
    await store.close();
  }
  return `They are kept in ${account.url}.`;
}
