import { migrate } from '../../database/migrate.ts';
import { withDatabaseUrl } from '../installation/open-database.ts';
import { command } from '../terminal/command.ts';

export const commands = [
  command({
    words: 'migrate',
    about: 'Bring the database up to date. A server does so when it starts; this does it ahead of time.',
    options: {},
    run: (_given, { environment }) =>
      withDatabaseUrl(
        environment,
        async (url) => {
          const applied = await migrate(url);
          return { facts: { applied }, ...(applied.length === 0 && { note: 'The database was up to date.' }) };
        },
        'make it',
      ),
  }),
];
