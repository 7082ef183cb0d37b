// `npm run soak -- --minutes 30`: requests, test calls, webhooks, streams of events and log-ins at a moderate rate. Exits with 1
// if memory, handles, connections or queues grow, or any answer is unexpected.
import { parseArgs } from 'node:util';
import { grown, type Measures, measured, median } from './measures.ts';
import { soak } from './soak.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
const seed = values.seed ?? `${Date.now()}`;
const minutes = Number(values.minutes ?? 30);
if (!(minutes > 0)) throw new Error('--minutes is a number above 0.');
console.log(`seed ${seed}, ${minutes} minutes`);
const names = Object.keys(measured) as (keyof Measures)[];
const started = performance.now();
let shownMinute = 0;

function showProgress(measures: Measures): void {
  const minute = Math.floor((performance.now() - started) / 60_000);
  if (minute === shownMinute) return;
  shownMinute = minute;
  console.log(`${minute} min: ${names.map((name) => `${name} ${Math.round(measures[name].at(-1) ?? 0)}`).join(', ')}`);
}

const { measures, statuses, violations } = await soak({ seed, minutes, onProgress: showProgress });
const parts = 10;
for (const name of names) {
  const samples = measures[name];
  const at = (part: number) => Math.floor((part * samples.length) / parts);
  const curve = Array.from({ length: parts }, (_, i) => median(samples.slice(at(i), at(i + 1))));
  console.log(`${measured[name].unit}: ${curve.map(Math.round).join(' ')}`);
}
console.log(`Answers: ${JSON.stringify(statuses)}`);
for (const violation of violations.slice(0, 50)) console.log(`VIOLATED: ${violation}`);
// In the first minutes, caches fill and the code is compiled.
const shortestJudged = 10;
const growing = minutes < shortestJudged ? [] : grown(measures);
if (minutes < shortestJudged) console.log(`A run of less than ${shortestJudged} minutes is too short to judge growth.`);
else console.log(growing.length === 0 ? 'Everything is flat.' : `These grow: ${growing.join(', ')}`);
if (growing.length > 0 || violations.length > 0) process.exitCode = 1;
