import { readConfig } from '../../config.ts';
import { demo as definition } from '../definitions/single-commands.ts';
import { commandOn } from '../installation/banner.ts';
import { type Demo, demoEmail, findDemo } from '../installation/demo-secrets.ts';
import { findRunningServer } from '../installation/one-server.ts';
import { withSecrets } from '../installation/open-database.ts';
import { command } from '../terminal/command.ts';

export const commands = [
  command(definition, async (_given, { environment }) => {
    const { DATA_DIR } = readConfig(environment);
    const demo = await withSecrets(environment, findDemo);
    if (!demo)
      throw new Error('There is no demo tenant here. Only the first start on an empty embedded database creates one.');
    const { password = null, test_key = null, live_key = null } = demo.secrets;
    const address = findRunningServer(DATA_DIR)?.address ?? null;
    const start = address ? [] : ['The server is not running. Start it with: npm start'];
    return {
      facts: { address, email: demoEmail, password, test_key, live_key },
      note: [...start, ...adviceOn(demo, commandOn(DATA_DIR))].join('\n'),
    };
  }),
];

function adviceOn({ tenantId, secrets: { password, test_key, live_key } }: Demo, program: string): string[] {
  const kinds = [...(test_key ? [] : ['test']), ...(live_key ? [] : ['live'])];
  return [
    ...(password
      ? ['The password works once: you choose your own at the first sign-in.']
      : [
          'The password was used or changed. If you have not chosen your own, set a new one:',
          `  ${program} admin reset-password --tenant ${tenantId} --email ${demoEmail}`,
        ]),
    ...kinds.flatMap((kind) => [
      `The ${kind} key was revoked or rotated. Create another one:`,
      `  ${program} key create --tenant ${tenantId} --kind ${kind} --scopes all`,
    ]),
  ];
}
