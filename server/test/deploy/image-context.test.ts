import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

// The build of the image gets only what .dockerignore lets through, so a file that is staged and not listed there ends it.

const repository = join(import.meta.dirname, '../../..');

/** Whether a pattern of .dockerignore means the path itself or one of the folders above it. */
function means(pattern: string, path: string): boolean {
  const source = pattern
    .split('/')
    .map((part) => (part === '**' ? '.*' : part.replaceAll('.', '\\.').replaceAll('*', '[^/]*')))
    .join('/')
    .replace(/^\.\*\//, '(?:.*/)?');
  return new RegExp(`^${source}(?:/|$)`).test(path);
}

test('the image is built of all files that are staged', async () => {
  const patterns = readFileSync(join(repository, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  assert.deepEqual(
    patterns.filter((pattern) => pattern.startsWith('!') && pattern.includes('*')),
    [],
    'podman does not look for these inside of a folder that is left out',
  );
  const isLeftOut = (path: string) =>
    patterns.reduce((isOut, pattern) => {
      const isException = pattern.startsWith('!');
      return means(pattern.slice(Number(isException)), path) ? !isException : isOut;
    }, false);
  assert.ok(isLeftOut('server/test/run.ts') && isLeftOut('console/dist') && isLeftOut('server/src/app.test.ts'));

  const { copied }: { copied: string[] } = await import(join(repository, 'scripts/stage.mjs'));
  const built = ['console/dist'];
  assert.deepEqual(
    copied.filter((path) => isLeftOut(path) && !built.includes(path)),
    [],
  );
});
