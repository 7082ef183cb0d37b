// `npm run phone-lab`: a Trunkline whose live calls make real telephones ring, on a machine that has none. An Asterisk, a
// carrier and phones run beside it, on addresses of this machine, until Ctrl-C. `npm run phone-lab -- call` in another terminal
// starts an inbound call.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRunningServer } from '../../src/cli/installation/one-server.ts';
import { until } from '../until.ts';
import { startCaller } from './far-end.ts';
import { caller, furnishDemo, number } from './furnish-demo.ts';
import { fetchPrograms } from './programs.ts';
import { startPhoneLab } from './start-phone-lab.ts';

const program = join(import.meta.dirname, '../../src/main.ts');
const dataFolder = process.env.DATA_DIR || join('.data', 'phone-lab');
/** The addresses of the carrier and Asterisk, for the other terminal. */
const note = join(dataFolder, 'phone-lab.json');

async function run(): Promise<number> {
  console.log('Fetching Asterisk and SIPp, which takes a minute the first time ...');
  const lab = await startPhoneLab(await fetchPrograms());
  const { ASTERISK_URL, ASTERISK_RECORDINGS, SIP_REGISTRAR } = lab.settings;
  const settings = {
    ...{ DATA_DIR: dataFolder, DATABASE_URL: '', ASTERISK_URL: ASTERISK_URL.join(), ASTERISK_RECORDINGS },
    SIP_REGISTRAR,
  };
  const environment = { LOG_LEVEL: 'warn', ...process.env, ...settings };
  const server = spawn(process.execPath, [program, 'serve'], { stdio: 'inherit', env: environment });
  const ended = once(server, 'exit');
  // Ctrl-C reaches the server too; the phones keep running until it has ended.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (signal === 'SIGTERM') server.kill(signal);
    });
  const address = await Promise.race([
    until(() => findRunningServer(dataFolder)?.address, 120),
    ended.then(() => undefined),
  ]);
  if (address) {
    const carrier = await lab.anotherCarrier();
    const key = await furnishDemo(lab, carrier, { ...environment, LOG_LEVEL: 'silent' });
    await writeFile(note, JSON.stringify({ carrier: carrier.host, target: lab.asterisk.sipAddress }));
    console.log(explanation(address, key, settings));
  }
  const [code] = await ended;
  await rm(note, { force: true });
  await lab.stop();
  return code ?? 1;
}

const explanation = (address: string, key: string, settings: Record<string, string>) => `
The phone lab is running: Asterisk, a carrier that is a trunk of the demo tenant, and the phones of staff members 1 and 2, which
have registered. Start a live call:

  curl ${address}/api/v1/calls/initiate -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\
    -d '{"staff_id": 1, "project_id": 1, "phone_number": "+819012345777"}'

The last three digits choose what the customer does: 777 answers and hangs up after 3 seconds, 486 is busy, 603 refuses, 404 does not
exist, 480 is away, 503 is a carrier in trouble, 999 rings for ever, 183 has early media; all others talk until they are hung up on.

Have somebody call ${number}, which leads to project 1, from another terminal:

  npm run phone-lab -- call

How trunk and phones are, and whether anything is wrong:

  export ${Object.entries(settings)
    .map(([name, value]) => `${name}='${value}'`)
    .join(' ')}
  ./trunkline trunk list --tenant 1
  ./trunkline doctor

The key is good for a day. Ctrl-C stops everything.
`;

/** A caller calls in, talks for a while if the call is answered, and hangs up. */
async function call(): Promise<number> {
  const text = await readFile(note, 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error('The phone lab is not running here. Start it with: npm run phone-lab.');
  const { carrier, target } = JSON.parse(text) as { carrier: string; target: string };
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-caller-'));
  console.log(`${caller} calls ${number} ...`);
  const options = { from: caller, to: number, patience: 20_000, talks: 12_000 };
  const place = { folder, address: carrier, target, hertz: 1_000 };
  const code = await (await startCaller((await fetchPrograms()).sipp, options, place)).ended;
  await rm(folder, { recursive: true });
  console.log(code === 0 ? 'The call is over.' : 'The call did not go as it should: see what the server says.');
  return code === 0 ? 0 : 1;
}

process.exitCode = await (process.argv[2] === 'call' ? call() : run());
