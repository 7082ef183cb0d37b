// `node bench/calls/run.ts`: reading and writing calls in large numbers. `--calls 10000000` sets how many; words select
// measures (`reads`, `finds`, `console`, `carry`, `counters`, `initiate`, `annotate`); `--folder` keeps the data for the next run; `--rate` sets how
// many calls a second are carried. Ten million calls take about ten minutes to make and 16 GB of disk, half of it for
// PostgreSQL's write-ahead log. Targets are printed, not enforced.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../../server/src/database/embedded.ts';
import { apiIn, type StartApi } from './api-process.ts';
import { type CallsDatabase, openCallsDatabase } from './calls-database.ts';
import { carryCalls } from './carry-calls.ts';
import type { Figure } from './figure.ts';
import { measureAnnotate } from './measure-annotate.ts';
import { measureConsole } from './measure-console.ts';
import { measureCounters } from './measure-counters.ts';
import { measureInitiate } from './measure-initiate.ts';
import { measureFinds, measureReads, type Side } from './measure-reads.ts';

const few = 100_000;
const bytesPerCall = 1_600;

const { values, positionals } = parseArgs({
  options: {
    calls: { type: 'string', default: '10000000' },
    folder: { type: 'string' },
    rate: { type: 'string', default: '200' },
  },
  allowPositionals: true,
});
const calls = Number(values.calls);
if (!Number.isSafeInteger(calls) || calls <= 0) throw new Error('--calls must be a whole number from 1.');
const isWanted = (name: string) => positionals.length === 0 || positionals.includes(name);
const report = (message: string) => process.stderr.write(`${message}\n`);

async function main(): Promise<void> {
  const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'trunkline-bench-'));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755); // Root starts PostgreSQL as another user, who needs access.
  await using closing = new AsyncDisposableStack();
  if (!values.folder) closing.defer(() => rmSync(folder, { recursive: true, force: true }));
  refuseSmallDisk(folder);
  // Half a year of calls is written in minutes here; and the lag of a state is measured by the time of its commit.
  const settings = { max_wal_size: '8GB', checkpoint_timeout: '30min', track_commit_timestamp: 'on' };
  const postgres = await startEmbedded(folder, { log: report, settings });
  closing.defer(postgres.stop);

  const startApi = apiIn(folder);
  const open = async (size: number) => {
    const database = await openCallsDatabase(postgres.url, size, report);
    closing.defer(database.db.close);
    return database;
  };
  const [small, large] = [await open(few), await open(calls)];
  const figures: Figure[] = [];
  if (isWanted('reads')) figures.push(...(await compare(measureReads, startApi, small, large)));
  if (isWanted('finds')) figures.push(...(await compare(measureFinds, startApi, small, large)));
  if (isWanted('console')) figures.push(...(await compare(measureConsole, startApi, small, large)));
  if (isWanted('carry')) figures.push(...(await carryCalls(startApi, large, Number(values.rate))));
  if (isWanted('counters')) figures.push(...(await measureCounters(large)));
  if (isWanted('initiate')) figures.push(...(await measureInitiate(startApi, large)));
  if (isWanted('annotate')) figures.push(...(await measureAnnotate(startApi, large)));
  console.table(figures, ['measure', 'against', 'ours', 'ratio', 'target']);
}

type Compare = (few: Side, many: Side) => Promise<Figure[]>;

async function compare(measure: Compare, startApi: StartApi, few: CallsDatabase, many: CallsDatabase) {
  const [ofFew, ofMany] = [await startApi(few, 1), await startApi(many, 1)];
  try {
    return await measure({ address: ofFew.address, database: few }, { address: ofMany.address, database: many });
  } finally {
    await ofFew.stop();
    await ofMany.stop();
  }
}

function refuseSmallDisk(folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  const needed = calls * bytesPerCall;
  if (bavail * bsize < needed)
    throw new Error(`${folder} needs ${(needed / 1e9).toFixed(0)} GB for ${calls} calls; set TMPDIR or --folder.`);
}

await main();
