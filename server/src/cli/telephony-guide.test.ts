import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../test/at-end.ts';
import { commandLine } from '../../test/command-line.ts';
import { secretsKey, secretsOf } from '../../test/secrets.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { connect } from '../database/connect.ts';
import { createDemoTenant } from './installation/demo-tenant.ts';

// Runs the commands of the guides in their order, on a database as the first start leaves it.

const repository = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'trunkline-guide-'));
atEnd(() => rmSync(folder, { recursive: true }));

for (const [path, least] of [
  ['docs/telephony.md', 15],
  ['deploy/asterisk/README.md', 7],
] as const)
  test(`the lines of ${path} work as printed`, async () => {
    const guide = readFileSync(join(repository, path), 'utf8');
    const databaseUrl = await createTestDatabase();
    const db = connect(databaseUrl, { poolSize: 1, applicationName: 'test', onIdleError: () => {} });
    await createDemoTenant(db, await secretsOf({ databaseUrl }));
    await db.close();
    const file = join(folder, 'telephony.json');
    writeFileSync(file, /```json\n(.*?)```/s.exec(guide)?.[1] ?? '');

    const { json, refusal } = commandLine({
      ...{ DATABASE_URL: databaseUrl, SECRETS_KEY: secretsKey, TRUNK_PASSWORD: '...', PORT: '2' },
    });
    const typed = [...guide.matchAll(/(?:\.\/trunkline|npm run -s trunkline --) (.*)$/gm)];
    assert.ok(typed.length >= least);
    for (const [, line = ''] of typed) {
      const words = line.replace('telephony.json', file);
      if (words.startsWith('asterisk ')) {
        assert.match(await refusal(words, 1), /^ASTERISK_URL has no server/); // Understood, but there is none here.
        continue;
      }
      const result = await json(words);
      // The file describes what the lines before it have already done.
      if (words.startsWith('telephony apply')) assert.deepEqual(result, []);
    }
  });
