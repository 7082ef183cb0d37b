// `npm run bench:calls`: real calls with a real Asterisk, real SIP and real RTP on this machine, requested over the public API
// with a live key, all recorded. The time that the far ends take to answer is read from their own traces, and does not count.
// Bounded: some 1,600 calls, at most 1,000 at a time, in about two minutes. Words select measures (`set-up`, `held`,
// `accounts`); `--per-second 60` selects one pace. Targets are printed, not enforced.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../../server/src/database/embedded.ts';
import { fetchPrograms } from '../../server/test/phone-lab/programs.ts';
import { type PhoneLab, startPhoneLab } from '../../server/test/phone-lab/start-phone-lab.ts';
import { cpuSecondsOf, memoryOf } from '../calls/cpu-seconds.ts';
import { type Figure, ms, quantile } from '../calls/figure.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';
import type { PhonesTask } from './api-server.ts';
import { measureProvisioning } from './measure-provisioning.ts';
import {
  type BenchOffice,
  countOfficeCalls,
  forgetCalls,
  openOffice,
  setUpTimes,
  steadily,
  untilCalls,
} from './office.ts';

const { values, positionals } = parseArgs({
  options: { 'per-second': { type: 'string' } },
  allowPositionals: true,
});
const isWanted = (name: string) => positionals.length === 0 || positionals.includes(name);

/** Calls a second, and how many of them. They are short and silent: the held calls measure the cost of talk. */
const paces = [
  { perSecond: 10, calls: 100 },
  { perSecond: 30, calls: 300 },
  { perSecond: 60, calls: 900 },
];
let serial = 0;
/** Each number is called once, so that the far ends' parts of a call can be found by it. */
const numberOf = (digits: '773' | '774') => `+8190${100_000 + ++serial}${digits}`;
const answersAndHangsUp = () => numberOf('773');
const answersAndTalks = () => numberOf('774');
const secretsKey = randomBytes(32).toString('base64');
const held = 200;
const holdSeconds = 20;

type Setting = { office: BenchOffice; api: ServerProcess; lab: PhoneLab };

async function main(): Promise<void> {
  await using closing = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-'));
  chmodSync(folder, 0o755); // Root starts PostgreSQL as another user, who needs access.
  closing.defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startEmbedded(folder, { log: (message) => process.stderr.write(`${message}\n`) });
  closing.defer(postgres.stop);
  const lab = await startPhoneLab(await fetchPrograms());
  closing.defer(lab.stop);
  await lab.addParties();
  const office = await openOffice(postgres.url, 1_000);
  closing.defer(office.db.close);

  const dataDir = join(folder, 'node');
  mkdirSync(dataDir);
  const task: PhonesTask = {
    ...{ databaseUrl: postgres.url, tenantId: office.tenantId, poolSize: 16 },
    settings: {
      DATA_DIR: dataDir,
      SECRETS_KEY: secretsKey,
      ...lab.settings,
      ASTERISK_URL: lab.settings.ASTERISK_URL.join(),
    },
  };
  const api = await startServerProcess('./phones/api-server.ts', task);
  closing.defer(api.stop);
  const setting = { office, api, lab };

  await warmUp(setting);
  const figures: Figure[] = [];
  const wanted = paces.filter(({ perSecond }) => !values['per-second'] || perSecond === Number(values['per-second']));
  for (const pace of isWanted('set-up') ? wanted : []) {
    figures.push(...(await measureSetUp(setting, pace)));
    console.error(figures.at(-2)?.measure, figures.at(-2)?.ours, figures.at(-1)?.ours);
  }
  if (isWanted('held')) figures.push(...(await measureHeld(setting)));
  // The last measure, because afterwards the staff have accounts with which no phone registers.
  if (isWanted('accounts')) figures.push(await measureProvisioning(office, lab.asterisk, secretsKey));
  console.log(
    `Load average: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  );
  console.table(figures, ['measure', 'ours', 'target']);
}

/** Until Asterisk is connected and the code is compiled. */
async function warmUp({ office, api }: Setting): Promise<void> {
  const { db, tenantId } = office;
  const giveUpAt = Date.now() + 10_000;
  while (!(await office.call(api.address, answersAndHangsUp()).catch(() => undefined))) {
    if (Date.now() > giveUpAt) throw new Error('Asterisk is not there.');
    await setTimeout(200);
  }
  await steadily(20, 60, () => office.call(api.address, answersAndHangsUp()));
  await untilCalls(db, tenantId, ({ open }) => open === 0);
  await forgetCalls(db, tenantId);
}

async function measureSetUp(setting: Setting, { perSecond, calls }: (typeof paces)[number]): Promise<Figure[]> {
  const { office, api, lab } = setting;
  const { asterisk } = lab;
  const { db, tenantId } = office;
  const before = { node: cpuSecondsOf(api.pid), asterisk: cpuSecondsOf(asterisk.pid()) };
  await steadily(perSecond, calls, () => office.call(api.address, answersAndHangsUp()));
  const { talked, recorded } = await untilCalls(db, tenantId, ({ open }) => open === 0);
  const delays = [lab.phones.answerDelays(), lab.carrier.answerDelays()];
  const farEnds = (number: string) => delays.reduce((sum, of) => sum + (of.get(number) ?? Number.NaN), 0);
  const all = await setUpTimes(db, tenantId);
  const times = all.map(([number, milliseconds]) => milliseconds - farEnds(number));
  const theirs = all.map(([number]) => farEnds(number));
  const cost = (of: keyof typeof before, pid: number) => ((cpuSecondsOf(pid) - before[of]) / calls) * 1_000;
  const leftovers = (await asterisk.ask<object[]>('/channels')).length;
  await forgetCalls(db, tenantId);
  const measure = `${calls} calls, ${perSecond} a second`;
  const isTarget = perSecond === 60;
  return [
    {
      ...plain,
      measure: `${measure}: connected, recorded, lines left`,
      ours: `${talked}, ${recorded}, ${leftovers}`,
      target: `${calls}, ${calls}, 0`,
    },
    {
      ...plain,
      measure: `${measure}: set-up p50 / p99 (far ends ${ms(quantile(theirs, 0.5))} / ${ms(quantile(theirs, 0.99))})`,
      ours: `${ms(quantile(times, 0.5))} / ${ms(quantile(times, 0.99))}`,
      target: isTarget ? 'p50 <= 50 ms' : '',
    },
    {
      ...plain,
      measure: `${measure}: CPU a call, node / Asterisk`,
      ours: `${ms(cost('node', api.pid))} / ${ms(cost('asterisk', asterisk.pid()))}`,
      target: '',
    },
  ];
}

async function measureHeld({ office, api, lab: { asterisk } }: Setting): Promise<Figure[]> {
  const { db, tenantId } = office;
  const processes = { node: api.pid, asterisk: asterisk.pid() };
  const memory = { node: memoryOf(processes.node), asterisk: memoryOf(processes.asterisk) };
  const ids = await steadily(20, held, () => office.call(api.address, answersAndTalks()));
  await untilCalls(db, tenantId, ({ talking, failed }) => talking + failed === held);
  const before = { node: cpuSecondsOf(processes.node), asterisk: cpuSecondsOf(processes.asterisk) };
  await setTimeout(holdSeconds * 1_000);
  const { talking } = await countOfficeCalls(db, tenantId);
  const share = (of: keyof typeof before) => ((cpuSecondsOf(processes[of]) - before[of]) / holdSeconds) * 100;
  const grown = (of: keyof typeof memory) => (memoryOf(processes[of]) - memory[of]) / held / 1_024;
  const [shares, growths] = [
    [share('node'), share('asterisk')],
    [grown('node'), grown('asterisk')],
  ] as const;
  await steadily(50, held, (i) => office.hangUp(api.address, ids[i] as string));
  const { talked, recorded } = await untilCalls(db, tenantId, ({ open }) => open === 0);
  const measure = `${held} calls held for ${holdSeconds} s`;
  return [
    {
      ...plain,
      measure: `${measure}: talking at the end, ended well, recorded`,
      ours: `${talking}, ${talked}, ${recorded}`,
      target: `${held}, ${held}, ${held}`,
    },
    {
      ...plain,
      measure: `${measure}: CPU, node / Asterisk`,
      ours: shares.map((one) => `${one.toFixed(0)} %`).join(' / '),
    },
    {
      ...plain,
      measure: `${measure}: memory a call, node / Asterisk`,
      ours: growths.map((one) => `${one.toFixed(0)} KiB`).join(' / '),
    },
  ];
}

const plain = { against: '', ratio: '', target: '' };

await main();
