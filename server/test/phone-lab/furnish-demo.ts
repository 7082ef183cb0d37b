import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from '../command-line.ts';
import { until } from '../until.ts';
import type { PhoneLab } from './start-phone-lab.ts';

// The commands of an operator who lets the demo tenant make real calls: a trunk, a number, accounts for two phones, a key.

export const number = '+81312345678';
export const caller = '+819087654321';
const demo = '--tenant 1';
const day = 24 * 60 * 60 * 1_000;

/** Returns a live key. */
export async function furnishDemo(
  lab: PhoneLab,
  carrier: { host: string; port: number },
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const set = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const { json } = commandLine(Object.fromEntries(set));
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-demo-'));
  const file = join(folder, 'telephony.json');
  const { host, port } = carrier;
  await writeFile(
    file,
    JSON.stringify({
      trunks: [{ name: 'phone-lab', host, port }],
      numbers: [{ number, project_id: 1 }],
      projects: [{ project_id: 1, trunk: 'phone-lab', caller_id: number }],
    }),
  );
  await json(`telephony apply ${demo} --file ${file}`);
  await rm(folder, { recursive: true });

  for (const staffId of [1, 2]) {
    const phone = await lab.softphone(await json(`staff account ${demo} --staff ${staffId}`));
    await json(`staff update ${demo} --staff ${staffId} --phone account`);
    await until(async () => (await phone.register()) === 200);
  }
  await until(async () => (await json(`trunk list ${demo}`))[0].state === 'reachable');
  const expires = new Date(Date.now() + day).toISOString();
  const { key } = await json(`key create ${demo} --kind live --scopes all --expires ${expires} --name phone-lab`);
  return key;
}
