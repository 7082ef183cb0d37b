import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { allTestFiles, isTestSet, setOf, testFiles, testSets } from './test-sets.ts';

const repository = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(repository, file), 'utf8');
const { scripts } = JSON.parse(read('package.json'));

test('each test file is in one of the sets', () => {
  assert.deepEqual(
    allTestFiles().filter((file) => !isTestSet(setOf(file))),
    [],
  );
  for (const set of testSets) assert.notDeepEqual(testFiles(set), [], set);
});

/** Four minutes, for files that `test:package` tries too: CONTRIBUTING.md says when to run it. */
const byHand = 'image';

test('each set has a command that installs its requirements, and .ci/run calls it, except for one', () => {
  const lines = read('.ci/run').split('\n');
  for (const set of testSets) {
    const [script, command] = set === 'usual' ? ['test', 'npm test'] : [`test:${set}`, `npm run test:${set}`];
    assert.equal(scripts[script], `node server/test/run.ts${set === 'usual' ? '' : ` ${set}`}`);
    assert.equal(scripts[`pre${script}`], scripts.pretest);
    assert.equal(lines.includes(command), set !== byHand, command);
  }
});

test('the usual tests have a real call in Asterisk, a real browser and a kill -9', () => {
  const sources = testFiles('usual').map(read);
  for (const sign of [/^await withPhoneLab\(/m, /\bopenConsolePage\(/, /child\.kill\('SIGKILL'\)/])
    assert.ok(
      sources.some((source) => sign.test(source)),
      String(sign),
    );
});
