import { readConfig } from '../../config.ts';
import { commandOn } from '../installation/banner.ts';
import { type Demo, demoEmail, findDemo } from '../installation/demo-secrets.ts';
import { findRunningServer } from '../installation/one-server.ts';
import { withSecrets } from '../installation/open-database.ts';
import { command } from '../terminal/command.ts';

export const commands = [
  command({
    words: 'demo',
    about: 'Show the address, log-in and keys of the demo tenant again, as far as they are still good.',
    options: {},
    run: async (_given, { environment }) => {
      const { DATA_DIR } = readConfig(environment);
      const demo = await withSecrets(environment, findDemo);
      if (!demo)
        throw new Error('There is no demo tenant here: only a first start on an empty database of its own makes one.');
      const { password = null, test_key = null, live_key = null } = demo.secrets;
      const address = findRunningServer(DATA_DIR)?.address ?? null;
      const start = address ? [] : ['The server is not running. Start it with: npm start'];
      return {
        facts: { address, email: demoEmail, password, test_key, live_key },
        note: [...start, ...adviceOn(demo, commandOn(DATA_DIR))].join('\n'),
      };
    },
  }),
];

function adviceOn({ tenantId, secrets: { password, test_key, live_key } }: Demo, program: string): string[] {
  const kinds = [...(test_key ? [] : ['test']), ...(live_key ? [] : ['live'])];
  return [
    ...(password
      ? ['The password is good for one log-in, where you choose your own.']
      : [
          'The password was used or changed. If you have chosen none of your own, make another one:',
          `  ${program} admin reset-password --tenant ${tenantId} --email ${demoEmail}`,
        ]),
    ...kinds.flatMap((kind) => [
      `The ${kind} key was revoked or rotated. Make another one:`,
      `  ${program} key create --tenant ${tenantId} --kind ${kind} --scopes all`,
    ]),
  ];
}
