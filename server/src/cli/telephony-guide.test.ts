import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandLine } from '../../test/command-line.ts';
import { secretsKey, secretsOf } from '../../test/secrets.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { connect } from '../database/connect.ts';
import { createDemoTenant } from './installation/demo-tenant.ts';

// Runs the commands in their order, on a database as the first start leaves it. The other guides: server/test/guides.

const repository = join(import.meta.dirname, '../../..');
const program = './trunkline ';

test('the commands of deploy/asterisk/README.md work as printed', async () => {
  const guide = readFileSync(join(repository, 'deploy/asterisk/README.md'), 'utf8');
  const databaseUrl = await createTestDatabase();
  const db = connect(databaseUrl, { poolSize: 1, applicationName: 'test', onIdleError: () => {} });
  await createDemoTenant(db, await secretsOf({ databaseUrl }));
  await db.close();

  const { json, refusal } = commandLine({
    ...{ DATABASE_URL: databaseUrl, SECRETS_KEY: secretsKey, TRUNK_PASSWORD: '...', PORT: '2' },
  });
  const typed = guide.split('\n').filter((line) => line.includes(program));
  assert.ok(typed.length >= 10, `${typed.length}`);
  for (const line of typed) {
    const words = line.slice(line.indexOf(program) + program.length);
    if (words.startsWith('asterisk '))
      assert.match(await refusal(words, 1), /^ASTERISK_URL has no server/); // Understood, but there is none here.
    else await json(words);
  }
});
