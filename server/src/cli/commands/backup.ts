import { resolve } from 'node:path';
import { backUp } from '../../backup/back-up.ts';
import { type Config, readConfig } from '../../config.ts';
import { isBlank } from '../../database/migrate.ts';
import { keySourceOf } from '../../database/secrets-key.ts';
import { backup } from '../definitions/backup.ts';
import { openPlace, openPool, recordingsOf } from '../installation/backup-place.ts';
import { withDatabaseUrl } from '../installation/open-database.ts';
import { command } from '../terminal/command.ts';
import { watchInterruption } from '../terminal/interruption.ts';
import { copiedRecordings, copiedTables, progressLine } from '../terminal/progress-line.ts';

export const commands = [
  command(backup, async ({ to, recordings }, terminal) => {
    const config = readConfig(terminal.environment);
    using interruption = watchInterruption();
    const { signal } = interruption;
    await using place = openPlace(to, terminal, signal);
    using line = progressLine(terminal);
    const facts = await withDatabaseUrl(terminal.environment, async (url) => {
      if (await isBlank(url)) throw new Error('This database is empty: there is nothing to back up.');
      await using db = openPool(url);
      const files = recordings === 'without' ? undefined : recordingsOf(config);
      return await backUp({ url, db, files, retentionDays: config.CALL_RETENTION_DAYS }, place, {
        signal,
        onTables: (progress) => line.show(copiedTables(progress)),
        onRecordings: (counts) => line.show(copiedRecordings(counts)),
      });
    });
    return { facts: { backup: place.name, ...facts }, note: aboutKey(config) };
  }),
];

function aboutKey(config: Config): string {
  const { configured, file } = keySourceOf(config);
  if (configured === '' && file === undefined)
    return 'The backup has the key that encrypts secrets: set SECRETS_KEY, or keep the backup as secret as a password.';
  const where = configured === '' ? `the file ${resolve(file ?? '')}` : 'SECRETS_KEY';
  return `The secrets in the backup are encrypted with ${where}, which is not in it. Keep a copy of that key elsewhere.`;
}
