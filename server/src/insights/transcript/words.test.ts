import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { termsOf } from './words.ts';

test('numbers are no terms, also with what they count', () => {
  assert.deepEqual(termsOf('五年四月十日に請求書を2枚', 'ja'), ['請求書']);
});

test('a long number with letters after it takes no time', () => {
  // In a process, because nothing else can end an expression that takes forever.
  const program = `
    import { termsOf } from ${JSON.stringify(join(import.meta.dirname, 'words.ts'))};
    console.log(termsOf('1'.repeat(40) + 'ab', 'ja').length, termsOf('一'.repeat(40) + 'ab', 'ja').length);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  assert.match(output, /^\d \d\n$/);
});
