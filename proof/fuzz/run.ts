// `npm run fuzz -- --requests 20000 --seed 7`: requests that follow from the seed, for every operation of the API and of the
// console, at a server of their own. `--case N` repeats one case. Exits with 1 if any answer is wrong, or memory grows.
import { parseArgs } from 'node:util';
import { growthPerHour, isFlat } from '../memory.ts';
import { fuzz, requestsPerCase } from './fuzz.ts';
import type { Failure, FuzzResult } from './result.ts';

const { values } = parseArgs({
  options: { requests: { type: 'string' }, seed: { type: 'string' }, case: { type: 'string' } },
});
const seed = values.seed ?? `${Date.now()}`;
const only = values.case === undefined ? undefined : Number(values.case);
const requests = Number(values.requests ?? (only === undefined ? 20_000 : requestsPerCase));
if (!(requests > 0)) throw new Error('--requests is a number above 0.');
const shortestJudged = 300;
console.log(`seed ${seed}, ${requests} requests`);

function showFailure(failure: Failure): void {
  console.log(`\nCase ${failure.case}, request ${failure.index}, ${failure.operation}: ${failure.faults.join('; ')}`);
  console.log(`${failure.request}\n-> ${failure.answer}\n${failure.log}`);
  console.log(`Repeat it: npm run fuzz -- --seed ${seed} --case ${failure.case}\n`);
}

let shown = 0;

function showProgress({ requests: done, seconds, failures, memory }: FuzzResult): void {
  for (const failure of failures.slice(shown)) showFailure(failure);
  shown = failures.length;
  const rate = seconds > 0 ? Math.round(done / seconds) : 0;
  const { megabytes = 0 } = memory.at(-1) ?? {};
  console.log(`${done} of ${requests} requests, ${rate}/s, ${Math.round(megabytes)} MB, ${failures.length} failures`);
}

const everyTenth = (_: unknown, i: number, all: unknown[]) => i % Math.ceil(all.length / 10) === 0;
const result = await fuzz({ seed, requests, only, onProgress: showProgress });
showProgress(result);
console.table(result.statuses);
const never = [...result.succeeded].flatMap(([name, times]) => (times === 0 ? [name] : []));
if (never.length > 0) console.log(`Operations without a successful answer: ${never.join(', ')}`);
const { memory, seconds } = result;
console.log(
  `Memory: ${memory
    .map(({ megabytes }) => Math.round(megabytes))
    .filter(everyTenth)
    .join(' ')} MB`,
);
console.log(`Growth in the second half: ${growthPerHour(memory, seconds / 2).toFixed(1)} MB per hour`);
// In the first minutes, caches fill and the code is compiled.
const isTooLarge = seconds > shortestJudged && !isFlat(memory);
if (isTooLarge) console.log('The memory of the server grows.');
if (result.failures.length > 0 || isTooLarge) process.exitCode = 1;
