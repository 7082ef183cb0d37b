import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../at-end.ts';
import { limitTime } from './time-limit.ts';

const folder = mkdtempSync(join(tmpdir(), 'trunkline-hangs-'));
atEnd(() => rmSync(folder, { recursive: true }));

const openHandle = 'setInterval(() => {}, 1_000);';
const forever = `new Promise(() => { ${openHandle} })`;
const passes = `test('passes', () => {});`;

/** Runs a test file with these lines as `npm test` does, with another limit. */
function runFile(lines: string[], milliseconds: number): { status: number | null; output: string } {
  const file = join(folder, 'some.test.ts');
  writeFileSync(file, [`import { after, before, test } from 'node:test';`, ...lines].join('\n'));
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  // After the timeout there is no status.
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--test', '--test-reporter=tap', ...limitTime(milliseconds), file],
    { env, encoding: 'utf8', timeout: 240_000, killSignal: 'SIGKILL' },
  );
  return { status, output: stdout };
}

for (const [title, lines] of [
  ['a test that hangs fails', [`test('hangs', () => ${forever});`, passes]],
  ['a subtest that hangs fails', [`test('has a subtest', (t) => t.test('hangs', () => ${forever}));`]],
  ['a before hook that hangs fails', [`before(() => ${forever});`, passes]],
  ['an after hook that hangs fails', [`after(() => ${forever});`, passes]],
  ['a file that hangs at its top level fails', [passes, `await ${forever};`]],
  ['a file that leaves a handle open after its last test fails', [passes, openHandle]],
  ['a test that blocks the event loop fails', [`test('loops', () => { for (;;); });`]],
] as const)
  test(title, () => {
    const { status, output } = runFile([...lines], 1_000);
    assert.equal(status, 1, output);
    assert.match(output, /^# (fail|cancelled) [1-9]/m);
  });

test('the limit is one of each test, not of the file, and a test may state a larger one', () => {
  const wait = (milliseconds: number) => `() => new Promise((resolve) => setTimeout(resolve, ${milliseconds}))`;
  const tests = [1, 2, 3, 4].map((n) => `test('${n}', ${wait(1_200)});`);
  const { status, output } = runFile([...tests, `test('longer', { timeout: 60_000 }, ${wait(6_500)});`], 4_000);
  assert.equal(status, 0, output);
  assert.match(output, /^# pass 5$/m);
});
