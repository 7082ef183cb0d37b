import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { applyTelephony } from '../../telephony/apply-telephony.ts';
import { readTelephony } from '../../telephony/read-telephony.ts';
import { telephonyApply } from '../definitions/telephony.ts';
import { withSecrets } from '../installation/open-database.ts';
import { command, type Terminal } from '../terminal/command.ts';

export const commands = [
  command(telephonyApply, async ({ tenant, file }, { environment }) => {
    const wanted = readTelephony(await textOf(file, environment), environment);
    return withSecrets(environment, async (db, box) => {
      const rows = await db.transaction((tx) => applyTelephony(tx, tenant, wanted, box));
      return { rows, none: 'Everything is as the file says already.' };
    });
  }),
];

/** npm and ./trunkline run commands in the folder of the program; INIT_CWD is the folder in which they were typed. */
function textOf(file: string, { INIT_CWD = '.' }: Terminal['environment']): Promise<string> {
  return readFile(resolve(INIT_CWD, file), 'utf8').catch((error: Error) => {
    throw new Error(`The file cannot be read: ${error.message}.`);
  });
}
