// `node bench/webhooks/run.ts`: delivering events. Words select measures (`throughput`, `latency`, `claims`); `--queued
// 1000000` sets the length of the long queue, `--sharded` makes nodes deliver as with DATABASE_SHARDED. Targets are printed, not enforced.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../../server/src/database/embedded.ts';
import type { Figure } from '../calls/figure.ts';
import { startChild } from './child.ts';
import { measureClaims } from './measure-claims.ts';
import { measureLatency } from './measure-latency.ts';
import { measureThroughput } from './measure-throughput.ts';
import { makeDatabase } from './webhooks-database.ts';

const { values, positionals } = parseArgs({
  options: { queued: { type: 'string', default: '1000000' }, sharded: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const queued = Number(values.queued);
if (!Number.isSafeInteger(queued) || queued < 10_000) throw new Error('--queued must be a whole number from 10000.');
const isWanted = (name: string) => positionals.length === 0 || positionals.includes(name);

async function main(): Promise<void> {
  await using closing = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-'));
  chmodSync(folder, 0o755); // Root starts PostgreSQL as another user, who needs access.
  closing.defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startEmbedded(folder, { log: (message) => process.stderr.write(`${message}\n`) });
  closing.defer(postgres.stop);
  const receiver = await startChild('./receiver.ts');
  closing.defer(receiver.stop);
  const open = async (name: string) => {
    const database = await makeDatabase(postgres.url, name);
    closing.defer(database.db.close);
    return database;
  };

  const figures: Figure[] = [];
  if (isWanted('throughput'))
    figures.push(...(await measureThroughput(await open('throughput'), receiver, values.sharded)));
  if (isWanted('latency')) figures.push(...(await measureLatency(await open('latency'), receiver)));
  if (isWanted('claims')) figures.push(...(await measureClaims(await open('few'), await open('many'), queued)));
  console.table(figures, ['measure', 'against', 'ours', 'ratio', 'target']);
}

await main();
