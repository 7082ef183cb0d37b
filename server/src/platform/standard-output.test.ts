import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../test/at-end.ts';
import { launchCommand } from '../../test/program.ts';
import { until } from '../../test/until.ts';

// What a process has logged, however it ends.

const request = `log('request.completed', { tenant_id: 1, status: 200, number: i++ });`;
const eventsOf = (output: string) => output.match(/(?<="event":")[^"]+/g) ?? [];
const numbersOf = (output: string) => (output.match(/(?<="number":)\d+/g) ?? []).map(Number);
const upTo = (length: number) => Array.from({ length }, (_, i) => i);

function launchLogging(script: string, through: string[] = []) {
  const source = `
    import { createLog } from './server/src/platform/log.ts';
    import { logCrashes } from './server/src/platform/log-crashes.ts';
    const log = createLog('info');
    logCrashes(log);
    let i = 0;
    ${script}`;
  const [command = '', ...args] = [...through, process.execPath, '--input-type=module-typescript', '--eval', source];
  return launchCommand(command, args, {});
}

const lines = `while (i < 100) ${request}; log('console.built'); ${request};`;

test('all lines are written in their order', async () => {
  const program = launchLogging(lines);
  await program.ended;
  await until(() => eventsOf(program.output()).length >= 102);
  assert.deepEqual(eventsOf(program.output()).slice(99), ['request.completed', 'console.built', 'request.completed']);
  assert.deepEqual(numbersOf(program.output()), upTo(101));
});

test('each line is written once if the process exits or crashes', async () => {
  for (const [end, last] of [
    ['process.exit(0)', []],
    [`throw new Error('the end')`, ['process.crashed']],
  ] as const) {
    const program = launchLogging(`${lines} ${end}`);
    await program.ended;
    await until(() => eventsOf(program.output()).length >= 102 + last.length);
    // The last lines may overtake a write that has begun.
    assert.deepEqual(
      eventsOf(program.output())
        .filter((event) => event !== 'request.completed')
        .sort(),
      ['console.built', ...last],
    );
    assert.deepEqual(
      numbersOf(program.output()).sort((a, b) => a - b),
      upTo(101),
    );
  }
});

test('lines of requests are written while no other follows', async () => {
  const program = launchLogging(`${request}; setInterval(() => {}, 60_000);`);
  await until(() => program.output().includes('"number":0'));
});

test('a line that is not of a request is written by a process that then does nothing else', async () => {
  const program = launchLogging(`${request}; log('console.built'); for (;;);`);
  await until(() => /"number":0.*console\.built/s.test(program.output()));
});

test('a process ends although its output was closed', async () => {
  const program = launchLogging(`
    process.on('SIGUSR2', () => {
      ${lines}
      process.exit(0);
    });
    log('console.built');
    setInterval(() => {}, 60_000);`);
  await until(() => eventsOf(program.output()).length > 0);
  program.child.stdout?.destroy();
  await until(() => program.child.stdout?.closed);
  program.child.kill('SIGUSR2');
  assert.equal(await program.ended, 0);
});

test('a log file that could not grow goes on where it stopped once there is space', {
  skip: process.platform !== 'linux' && 'it changes a limit of another process',
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-log-'));
  atEnd(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'log');
  writeFileSync(file, '');
  const written = () => readFileSync(file, 'utf8');
  // Beyond this limit, of 4 or 8 KiB, a write ends as on a full disk: with a part of its text, or with an error.
  const limited = ['/bin/sh', '-c', `ulimit -S -f 8; exec "$@" >> '${file}'`, 'sh'];
  const { child } = launchLogging(
    `${lines} process.on('SIGUSR2', () => { ${lines} }); setInterval(() => {}, 60_000);`,
    limited,
  );
  await until(() => [4_096, 8_192].includes(statSync(file).size));
  child.kill('SIGUSR2');
  execFileSync('prlimit', ['--pid', `${child.pid}`, '--fsize=unlimited:']);
  await until(() => numbersOf(written()).length === 102);
  assert.ok(
    written()
      .trimEnd()
      .split('\n')
      .every((line) => JSON.parse(line)),
  );
  assert.deepEqual(numbersOf(written()), upTo(102));
});
