import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../test/at-end.ts';
import { until } from '../../../test/until.ts';
import { createLog } from '../../platform/log.ts';
import { buildBeside } from './build-beside.ts';

// Programs in the place of console/build.ts and scripts/bundle.mjs, which have tests of their own.

const folder = mkdtempSync(join(tmpdir(), 'trunkline-build-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));

function build(script: string, bundling = '', bundle = join(folder, 'bundle.mjs')) {
  const programs = { console: join(folder, 'build.ts'), bundle };
  writeFileSync(programs.console, script);
  writeFileSync(join(folder, 'bundle.mjs'), bundling);
  const lines: { event: string; messages?: string; seconds?: number }[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }, 'json');
  return { stop: buildBeside(log, programs), lines, events: () => lines.map(({ event }) => event) };
}

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

test('the begin and the end of a build are logged, and nothing if there is nothing to do', async () => {
  const worked = build(`console.log('building'); console.error('a message of npm');`);
  await until(() => worked.events().includes('console.built'));
  assert.deepEqual(worked.events(), ['console.build_started', 'console.built']);
  const { seconds = 0 } = worked.lines[1] ?? {};
  assert.ok(Number.isInteger(seconds) && seconds >= 1, `${seconds}`);
  await worked.stop();
  const failed = build(`console.log('building'); console.error('the disk is full'); process.exitCode = 1;`);
  await until(() => failed.events().includes('console.build_failed'));
  assert.deepEqual(failed.events(), ['console.build_started', 'console.build_failed']);
  assert.equal(failed.lines[1]?.messages, 'the disk is full');
  const pidFile = join(folder, 'idle');
  const idle = build(`process.getBuiltinModule('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));`);
  await until(() => Number(readIfThere(pidFile)) > 0 && !isRunning(Number(readIfThere(pidFile))));
  await idle.stop();
  assert.deepEqual(idle.events(), []);
});

test('when the console is built, or could not be, the server is bundled for its next start', async () => {
  const worked = build('', `console.log('building');`);
  await until(() => worked.events().includes('bundle.made'));
  assert.deepEqual(worked.events(), ['bundle.made']);
  await worked.stop();
  const failed = build('process.exitCode = 1;', `console.error('read-only'); process.exitCode = 1;`);
  await until(() => failed.events().includes('bundle.failed'));
  assert.deepEqual(failed.events(), ['console.build_failed', 'bundle.failed']);
  assert.equal(failed.lines[1]?.messages, 'read-only');
  await failed.stop();
});

test('a bundler that cannot be started is logged, and the server goes on', async () => {
  const { stop, events } = build('', '', 'no\0path');
  await until(() => events().includes('bundle.failed'));
  await stop();
});

test('a build has the lowest priority, and ends with the server, with the programs that it has started', async () => {
  const pidFile = join(folder, 'pids');
  const { stop, events } = build(`
    import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    console.log('building');
    const npm = spawn('sleep', ['600']);
    writeFileSync(${JSON.stringify(pidFile)}, process.pid + ' ' + npm.pid + ' ');
  `);
  const pids = await until(() => /^(\d+) (\d+) $/.exec(readIfThere(pidFile))?.slice(1).map(Number));
  await until(() => events().includes('console.build_started'));
  for (const pid of pids) assert.equal(getPriority(pid), constants.priority.PRIORITY_LOW);
  await stop();
  await until(() => !pids.some(isRunning));
  assert.deepEqual(events(), ['console.build_started'], 'a stop is not a failure');
});

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
