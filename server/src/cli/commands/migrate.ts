import { migrate as migrateDatabase } from '../../database/migrate.ts';
import { migrate } from '../definitions/single-commands.ts';
import { withDatabaseUrl } from '../installation/open-database.ts';
import { command } from '../terminal/command.ts';

export const commands = [
  command(migrate, (_given, { environment }) =>
    withDatabaseUrl(
      environment,
      async (url) => {
        const applied = await migrateDatabase(url);
        return { facts: { applied }, ...(applied.length === 0 && { note: 'The database was up to date.' }) };
      },
      'make it',
    ),
  ),
];
