import { readFile } from 'node:fs/promises';
import { applyTelephony } from '../../telephony/apply-telephony.ts';
import { readTelephony } from '../../telephony/read-telephony.ts';
import { withSecrets } from '../installation/open-database.ts';
import { command } from '../terminal/command.ts';
import { id, required, text } from '../terminal/options.ts';

export const commands = [
  command({
    words: 'telephony apply',
    about: 'Make trunks, numbers and settings of projects what a file says, all or nothing, and tell what changed.',
    options: {
      tenant: required(id('tenant', 'T', 'The tenant.')),
      file: required(text('FILE', 'A file of JSON; docs/telephony.md shows one.')),
    },
    run: async ({ tenant, file }, { environment }) => {
      const wanted = readTelephony(await textOf(file), environment);
      return withSecrets(environment, async (db, box) => {
        const rows = await db.transaction((tx) => applyTelephony(tx, tenant, wanted, box));
        return { rows, none: 'Everything is as the file says already.' };
      });
    },
  }),
];

function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new Error(`The file cannot be read: ${error.message}.`);
  });
}
