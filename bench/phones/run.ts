// `npm run bench:calls`: real calls with a real Asterisk, real SIP and real RTP on this machine, requested over the public API
// with a live key, all recorded. The time that the far ends take to answer is read from their own traces, and does not count.
// The same calls without Trunkline (`plain-asterisk.ts`) come between them, on the same machine and in the same minutes.
// Bounded: some 2,500 calls, at most 1,000 at a time, in about three minutes. Words select measures (`set-up`, `held`,
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
import { cpuSecondsOf, cpuSecondsOfFamily, memoryOf, postmasterOf } from '../calls/cpu-seconds.ts';
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
import { openPlainAsterisk, type PlainAsterisk } from './plain-asterisk.ts';

const { values, positionals } = parseArgs({
  options: { 'per-second': { type: 'string' } },
  allowPositionals: true,
});
const isWanted = (name: string) => positionals.length === 0 || positionals.includes(name);

/** Calls a second, and how many of them. They are short and silent: the held calls measure the cost of talk. */
const paces = [
  { perSecond: 20, calls: 200 },
  { perSecond: 60, calls: 600 },
];
/** Each pace is measured in so many rounds, with and without Trunkline in turn. */
const rounds = 2;
let serial = 0;
/** Each number is called once, so that the far ends' parts of a call can be found by it. */
const numberOf = (digits: '773' | '774') => `+8190${100_000 + ++serial}${digits}`;
const answersAndHangsUp = () => numberOf('773');
const answersAndTalks = () => numberOf('774');
const secretsKey = randomBytes(32).toString('base64');
const held = 200;
const holdSeconds = 20;

type Setting = { office: BenchOffice; api: ServerProcess; lab: PhoneLab; plain: PlainAsterisk };

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
  const setting = { office, api, lab, plain: await openPlainAsterisk(lab) };

  await warmUp(setting);
  const figures: Figure[] = [];
  const wanted = paces.filter(({ perSecond }) => !values['per-second'] || perSecond === Number(values['per-second']));
  for (const pace of isWanted('set-up') ? wanted : []) {
    figures.push(...(await measureSetUp(setting, pace)));
    for (const { measure, ours } of figures.slice(-4)) console.error(measure, ours);
  }
  if (isWanted('held')) figures.push(...(await measureHeld(setting)));
  // The last measure, because afterwards the staff have accounts with which no phone registers.
  if (isWanted('accounts')) figures.push(await measureProvisioning(office, lab.asterisk, secretsKey));
  console.log(
    `Load average: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  );
  console.table(figures, ['measure', 'against', 'ours', 'ratio', 'target']);
}

/** Until Asterisk is connected and the code is compiled. */
async function warmUp({ office, api }: Setting): Promise<void> {
  const { db, tenantId } = office;
  const giveUpAt = Date.now() + 10_000;
  while (!(await office.call(api.address, answersAndHangsUp()).catch(() => undefined))) {
    if (Date.now() > giveUpAt) throw new Error('Asterisk is not there.');
    await setTimeout(200);
  }
  await steadily(20, 200, () => office.call(api.address, answersAndHangsUp()));
  await untilCalls(db, tenantId, ({ open }) => open === 0);
  await forgetCalls(db, tenantId);
}

type SetUps = { beyond: number[]; farEnds: number[]; seconds: Record<string, number>; elapsed: number };

async function measureSetUp(setting: Setting, { perSecond, calls }: (typeof paces)[number]): Promise<Figure[]> {
  const { office, api, lab, plain } = setting;
  const { db, tenantId } = office;
  const ours = noSetUps();
  const theirs = noSetUps();
  const ended = { connected: 0, recorded: 0 };
  for (let round = 0; round < rounds; round++) {
    await timed(setting, theirs, () => plain((call) => steadily(perSecond, calls, () => call(answersAndHangsUp()))));
    await timed(setting, ours, async () => {
      await steadily(perSecond, calls, () => office.call(api.address, answersAndHangsUp()));
      const { talked, recorded } = await untilCalls(db, tenantId, ({ open }) => open === 0);
      ended.connected += talked;
      ended.recorded += recorded;
      return setUpTimes(db, tenantId);
    });
    await forgetCalls(db, tenantId);
  }
  const leftovers = (await lab.asterisk.ask<object[]>('/channels')).length;
  const all = rounds * calls;
  const measure = `${all} calls, ${perSecond} a second`;
  const both = (write: (of: SetUps) => string) => ({ against: write(theirs), ours: write(ours) });
  const setUp = ({ beyond }: SetUps) => [0.5, 0.99].map((part) => quantile(beyond, part));
  const [p50 = 0, p99 = 0] = setUp(ours).map((value, i) => value / (setUp(theirs)[i] ?? 0));
  const perCall = ({ seconds }: SetUps, name: string) => ms(((seconds[name] ?? 0) / all) * 1_000);
  const share = ({ seconds, elapsed }: SetUps, name: string) =>
    `${(((seconds[name] ?? 0) / elapsed) * 100).toFixed(0)} %`;
  const names = Object.keys(ours.seconds);
  return [
    {
      ...noOther,
      measure: `${measure}: connected, recorded, lines left`,
      against: `${theirs.beyond.length}`,
      ours: `${ended.connected}, ${ended.recorded}, ${leftovers}`,
      target: `${all}, ${all}, 0`,
    },
    {
      measure: `${measure}: set-up p50 / p99`,
      ...both((of) => setUp(of).map(ms).join(' / ')),
      ratio: `${p50.toFixed(1)} / ${p99.toFixed(1)}`,
      target: perSecond === 20 ? '<= 2.5 / 2.5' : '',
    },
    {
      ...noOther,
      measure: `${measure}: far ends p50 / p99, not in the set-up`,
      ...both(({ farEnds }) => [0.5, 0.99].map((part) => ms(quantile(farEnds, part))).join(' / ')),
    },
    {
      ...noOther,
      measure: `${measure}: CPU a call, ${names.slice(0, 3).join(' / ')}`,
      ...both((of) =>
        names
          .slice(0, 3)
          .map((name) => perCall(of, name))
          .join(' / '),
      ),
      target: '<= 10 / 10 ms /',
    },
    {
      ...noOther,
      measure: `${measure}: share of a core, ${names.join(' / ')}`,
      ...both((of) => names.map((name) => share(of, name)).join(' / ')),
    },
  ];
}

const noSetUps = (): SetUps => ({ beyond: [], farEnds: [], seconds: {}, elapsed: 0 });

/** Makes calls and adds what they took to the others of their kind. */
async function timed(setting: Setting, sums: SetUps, make: () => Promise<[number: string, milliseconds: number][]>) {
  const { lab } = setting;
  const before = await usedBy(setting);
  const began = performance.now();
  const all = await make();
  sums.elapsed += (performance.now() - began) / 1_000;
  for (const [name, seconds] of Object.entries(await usedBy(setting)))
    sums.seconds[name] = (sums.seconds[name] ?? 0) + seconds - (before[name] ?? 0);
  const delays = [lab.phones.answerDelays(), lab.carrier.answerDelays()];
  for (const [number, milliseconds] of all) {
    const farEnds = delays.reduce((sum, of) => sum + (of.get(number) ?? Number.NaN), 0);
    sums.farEnds.push(farEnds);
    sums.beyond.push(milliseconds - farEnds);
  }
}

/** The processor time of everything that takes part, in seconds. */
async function usedBy({ office, api, lab }: Setting): Promise<Record<string, number>> {
  return {
    Node: cpuSecondsOf(api.pid),
    PostgreSQL: cpuSecondsOfFamily(await postmasterOf(office.db)),
    Asterisk: cpuSecondsOf(lab.asterisk.pid()),
    'far ends': cpuSecondsOf(lab.phones.pid) + cpuSecondsOf(lab.carrier.pid),
    bench: cpuSecondsOf(process.pid),
  };
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
      ...noOther,
      measure: `${measure}: talking at the end, ended well, recorded`,
      ours: `${talking}, ${talked}, ${recorded}`,
      target: `${held}, ${held}, ${held}`,
    },
    {
      ...noOther,
      measure: `${measure}: CPU, node / Asterisk`,
      ours: shares.map((one) => `${one.toFixed(0)} %`).join(' / '),
    },
    {
      ...noOther,
      measure: `${measure}: memory a call, node / Asterisk`,
      ours: growths.map((one) => `${one.toFixed(0)} KiB`).join(' / '),
    },
  ];
}

const noOther = { against: '', ratio: '', target: '' };

await main();
