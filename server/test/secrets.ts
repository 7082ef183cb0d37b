import { connect } from '../src/database/connect.ts';
import { openSecrets } from '../src/database/secrets-key.ts';
import { createLog } from '../src/platform/log.ts';
import type { SecretBox } from '../src/platform/secret-box.ts';

/** The key that encrypts the secrets of all nodes in all tests. */
export const secretsKey = Buffer.alloc(32, 'secret').toString('base64');

/** The secret box of a test database, as its servers open it. */
export async function secretsOf({ databaseUrl }: { databaseUrl: string }): Promise<SecretBox> {
  const db = connect(databaseUrl, { poolSize: 1, applicationName: 'test', onIdleError: () => {} });
  try {
    return await openSecrets(db, { configured: secretsKey }, createLog('silent'));
  } finally {
    await db.close();
  }
}
