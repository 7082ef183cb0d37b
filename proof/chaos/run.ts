// `npm run chaos -- --minutes 10 --seed 7`: clients write and call on several nodes while nodes, the database and the receiver
// of webhooks are killed, stopped and cut; with `--cluster` on the cluster of deploy/cluster, also Kamailio and Asterisk.
// `--only disk` does only harm with this word in its name. Exits with 1 if anything acknowledged was lost, or anything happened twice.
import { parseArgs } from 'node:util';
import { chaos } from './chaos.ts';
import { startCluster } from './cluster-harms.ts';
import { startMachine } from './site.ts';

const { values } = parseArgs({
  options: {
    ...{ minutes: { type: 'string' }, seed: { type: 'string' }, nodes: { type: 'string' } },
    ...{ cluster: { type: 'boolean' }, only: { type: 'string' } },
  },
});
const seed = values.seed ?? `${Date.now()}`;
const minutes = Number(values.minutes ?? 1);
const nodes = Number(values.nodes ?? 2);
if (!(minutes > 0 && nodes > 0)) throw new Error('--minutes and --nodes are numbers above 0.');
const kind = values.cluster ? '--cluster' : `--nodes ${nodes}`;
console.log(`seed ${seed}, ${minutes} minutes, ${kind}`);
const started = performance.now();
const onProgress = (text: string) => console.log(`${((performance.now() - started) / 1_000).toFixed(0)} s: ${text}`);
const { violations, acknowledged, events, statuses, harms } = await chaos({
  ...{ seed, minutes, onProgress, only: values.only },
  startSite: (onViolation) =>
    values.cluster ? startCluster(onViolation) : startMachine({ nodes, onProgress }, onViolation),
});
console.log(`${harms.length} harms; acknowledged: ${JSON.stringify(acknowledged)}; ${events} events received`);
console.log(`answers: ${JSON.stringify(statuses)}`);
for (const violation of violations.slice(0, 50)) console.log(`VIOLATED: ${violation}`);
console.log(violations.length === 0 ? 'Nothing was lost.' : `${violations.length} violations`);
if (violations.length > 0) {
  console.log(`Repeat it: npm run chaos -- --minutes ${minutes} ${kind} --seed ${seed}`);
  process.exitCode = 1;
}
