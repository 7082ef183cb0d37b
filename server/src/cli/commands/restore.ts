import { restoreRecordings } from '../../backup/copy-recordings.ts';
import { contentsOf } from '../../backup/manifest.ts';
import { restoreBackup } from '../../backup/restore-backup.ts';
import { readConfig } from '../../config.ts';
import { isBlank, migrate } from '../../database/migrate.ts';
import { checkKey, keySourceOf } from '../../database/secrets-key.ts';
import { messageOf } from '../../platform/error-code.ts';
import { restore } from '../definitions/backup.ts';
import { openPlace, openPool, recordingsOf } from '../installation/backup-place.ts';
import { emptyDatabase, withDatabaseUrl } from '../installation/open-database.ts';
import { command } from '../terminal/command.ts';
import { watchInterruption } from '../terminal/interruption.ts';
import { copiedRecordings, copiedTables, progressLine } from '../terminal/progress-line.ts';

export const commands = [
  command(restore, async ({ from, recordings }, terminal) => {
    const config = readConfig(terminal.environment);
    using interruption = watchInterruption();
    const { signal } = interruption;
    await using place = openPlace(from, terminal, signal);
    using line = progressLine(terminal);
    const copyRecordings = async (url: string) => {
      await using db = openPool(url);
      const onProgress = (counts: { recordings: number }) => line.show(copiedRecordings(counts));
      return await restoreRecordings(db, recordingsOf(config), place, onProgress, signal);
    };
    const input = await place.read();
    if (recordings === 'only') {
      input.destroy();
      return await withDatabaseUrl(terminal.environment, async (url) => {
        if (await isBlank(url)) throw emptyDatabase();
        return { facts: await copyRecordings(url) };
      });
    }
    const work = async (url: string) => {
      const { manifest, end } = await restoreBackup(url, input, {
        signal,
        onProgress: (progress) => line.show(copiedTables(progress)),
        checkKey: (known) => checkKey(known, keySourceOf(config)),
      });
      const facts = { ...contentsOf(manifest, end), migrations: await migrate(url) };
      if (recordings === 'without') return { facts };
      const copied = await copyRecordings(url).catch((error) => {
        const state = 'The database is restored, but not all recordings: go on with --recordings only.';
        throw new Error(signal.aborted ? state : `${state} ${messageOf(error)}`, { cause: error });
      });
      return { facts: { ...facts, ...copied } };
    };
    return await withDatabaseUrl(terminal.environment, work, 'make it');
  }),
];
