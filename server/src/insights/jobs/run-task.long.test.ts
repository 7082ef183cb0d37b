import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../test/at-end.ts';
import { modelsFolder } from '../../../test/models-folder.ts';
import { until } from '../../../test/until.ts';
import { conversationOf } from '../../engine/simulator/conversations.ts';
import { speak } from '../../engine/simulator/speech.ts';
import { type TaskRunner, type TaskSurroundings, taskRunner } from './run-task.ts';

const folder = mkdtempSync(join(tmpdir(), 'trunkline-task-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
const short = join(folder, 'short.wav');
writeFileSync(short, await speak(conversationOf(0)));
const runner = taskRunner();
atEnd(runner.stop);

test('a task is performed in another process, and its messages are reported', async () => {
  const reported: string[] = [];
  const report = (sentence: string) => reported.push(sentence);
  const { voice_analysis, utterances } = await runner.run(
    { kind: 'analyze_voice', file: short, models: modelsFolder },
    { report },
  );
  assert.deepEqual([voice_analysis.status, utterances.length, reported], ['ready', 4, []]);
  const engine = { kind: 'embedded', folder } as const;
  const transcription = await runner.run(
    { kind: 'transcribe', file: short, utterances, language: 'tlh', engine },
    { report },
  );
  assert.equal(transcription.reason, 'no_engine_for_language');
  assert.deepEqual(reported, ['No engine transcribes the language tlh.']);
  const { summary } = await runner.run({ kind: 'summarize', transcription }, { report });
  assert.equal(summary.reason, 'no_transcription');
});

test('without a network the analysis says that its models are missing, and what to do', async () => {
  const { found, reported } = await withoutNetwork((models, surroundings, other) =>
    other.run({ kind: 'analyze_voice', file: short, models }, surroundings),
  );
  assert.deepEqual([found.voice_analysis.status, found.voice_analysis.reason], ['unavailable', 'engine_not_fetched']);
  assert.match(
    reported.join(),
    /^The model runtime could not be fetched, so calls are not analyzed\. See that this machine reaches its npm registry, or copy DATA_DIR\/models from one that does\. /,
  );
});

test('a download is noted when it begins, also one that fails', async () => {
  const utterances = [{ speaker: 'staff', start: 0, end: 1 } as const];
  const { found, noted, reported } = await withoutNetwork((models, surroundings, other) => {
    const engine = { kind: 'embedded', folder: models } as const;
    return other.run({ kind: 'transcribe', file: short, utterances, language: 'en', engine }, surroundings);
  });
  assert.equal(found.reason, 'engine_not_fetched');
  assert.deepEqual(noted, [['insight.model_download_started', { model: 'the English speech model (67 MB)' }]]);
  assert.match(reported.join(), /could not be fetched/);
});

/** Runs a task in a worker that has no models and cannot download any. */
async function withoutNetwork<T>(
  run: (models: string, surroundings: TaskSurroundings, other: TaskRunner) => Promise<T>,
) {
  const before = process.env.npm_config_registry;
  process.env.npm_config_registry = 'http://127.0.0.1:1';
  const other = taskRunner();
  const noted: [string, object | undefined][] = [];
  const reported: string[] = [];
  const surroundings: TaskSurroundings = {
    report: (sentence) => reported.push(sentence),
    note: (event, fields) => noted.push([event, fields]),
  };
  try {
    return { found: await run(mkdtempSync(join(folder, 'no-models-')), surroundings, other), noted, reported };
  } finally {
    other.stop();
    if (before === undefined) delete process.env.npm_config_registry;
    else process.env.npm_config_registry = before;
  }
}

/** Runs a task in a worker that has these variables and first runs this script. */
async function analyzeWith(script: string, variables: Record<string, string> = {}) {
  const before = { ...process.env };
  const other = taskRunner();
  Object.assign(process.env, variables, {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
  });
  try {
    return await other.run({ kind: 'analyze_voice', file: short, models: modelsFolder }, { report: () => {} });
  } finally {
    other.stop();
    process.env = before;
  }
}

test('under node --watch, which has every Node process report its files, a worker does not', async () => {
  const script = 'if (process.env.WATCH_REPORT_DEPENDENCIES) process.exit(9)';
  const { voice_analysis } = await analyzeWith(script, { WATCH_REPORT_DEPENDENCIES: '1' });
  assert.equal(voice_analysis.status, 'ready');
});

test('a message that Node sends over the channel of a worker is ignored', async () => {
  const { voice_analysis } = await analyzeWith(`process.send({ 'watch:import': ['file:///a.ts'] })`);
  assert.equal(voice_analysis.status, 'ready');
});

test('a task that throws rejects with its error', async () => {
  const missing = join(folder, 'missing.wav');
  await assert.rejects(
    runner.run({ kind: 'analyze_voice', file: missing, models: modelsFolder }, { report: () => {} }),
    /broke off: .*ENOENT/s,
  );
});

test('a task that is given up ends its process', async () => {
  const giveUp = new AbortController();
  const running = runner.run(
    { kind: 'analyze_voice', file: short, models: modelsFolder },
    { report: () => {}, signal: giveUp.signal },
  );
  giveUp.abort();
  await assert.rejects(running, { name: 'AbortError' });
});

test('a worker yields to everything else, and ends when its parent is gone', async () => {
  const worker = fork(new URL('worker.ts', import.meta.url), { execArgv: [] });
  await until(() => getPriority(worker.pid) === constants.priority.PRIORITY_LOW);
  if (existsSync('/usr/bin/chrt')) await until(() => policyOf(worker.pid) === idlePolicy);
  worker.disconnect();
  await once(worker, 'exit');
});

/** SCHED_IDLE of sched(7): the process runs only when no other process wants the processor. */
const idlePolicy = 5;

/** The 41st field of proc_pid_stat(5). The second field may contain any character, and ends with the last bracket. */
function policyOf(pid: number | undefined): number {
  const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return Number(fields.split(' ')[38]);
}
