// `npm run load`: a usual mix of requests at a rising rate, for 1, 2 and 4 workers in turn, until the server does not keep up.
// Takes less than ten minutes. `--write` puts the table into docs/performance.md and the plot beside it.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isBehindKnee, load, type Step } from './load.ts';
import { plotOf } from './plot.ts';

const { values } = parseArgs({
  options: { write: { type: 'boolean' }, seconds: { type: 'string' }, workers: { type: 'string' } },
});
const seconds = Number(values.seconds ?? 10);
const counts = (values.workers ?? '1,2,4').split(',').map(Number);
if (!(seconds > 0 && counts.every((count) => count > 0))) throw new Error('--seconds and --workers are above 0.');
const docs = join(import.meta.dirname, '../../docs');
const begin = '<!-- written by npm run load -->';
const end = '<!-- end -->';

const heading =
  '| workers | requests/s | answered/s | p50 (ms) | p99 (ms) | failed | processors of Node | of PostgreSQL |';
const rowOf = (step: Step) =>
  `| ${[
    `${step.workers}`,
    `${step.rate}`,
    isBehindKnee(step) ? `**${step.achieved.toFixed(0)}**` : step.achieved.toFixed(0),
    step.p50.toFixed(0),
    step.p99.toFixed(0),
    `${step.errors}`,
    step.nodeCpu.toFixed(2),
    step.postgresCpu.toFixed(2),
  ].join(' | ')} |`;

const steps: Step[] = [];
console.log(heading);
for (const count of counts)
  await load(count, seconds, (step) => {
    steps.push(step);
    console.log(rowOf(step));
  });
const [busy = 0] = loadavg();
const conditions = `${availableParallelism()} processors for the server, PostgreSQL, the receiver and the clients; load average at the end: ${busy.toFixed(0)}. Each rate was kept for ${seconds} s.`;
console.log(conditions);

if (values.write) {
  const page = join(docs, 'performance.md');
  const text = readFileSync(page, 'utf8');
  const [before, rest] = text.split(begin);
  const after = rest?.split(end).slice(1).join(end);
  if (rest === undefined || after === undefined) throw new Error(`docs/performance.md has no "${begin}".`);
  const table = [heading, '|-|-|-|-|-|-|-|-|', ...steps.map(rowOf)].join('\n');
  const image = '![99th percentile of the latency over the rate of requests](screenshots/load.svg)';
  writeFileSync(page, `${before}${begin}\n${conditions}\n\n${table}\n\n${image}\n${end}${after}`);
  writeFileSync(join(docs, 'screenshots/load.svg'), plotOf(steps));
}
