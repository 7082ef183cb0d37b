import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';

const repository = join(import.meta.dirname, '../..');
const page = readFileSync(join(repository, 'ARCHITECTURE.md'), 'utf8');
const section = (title: string) => page.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';

test('every file that the flows name exists', () => {
  const named = section('The flows').match(/(?<![\w./-])[a-z][\w/-]*\.(ts|mjs)\b/g) ?? [];
  assert.ok(named.length > 40, `${named.length}`);
  const missing = named.filter(
    (file) => !existsSync(join(repository, file)) && !existsSync(join(repository, 'server/src', file)),
  );
  assert.deepEqual(missing, []);
});

test('the levels are drawn as the import rules have them', () => {
  const { forbidden } = createRequire(import.meta.url)(join(repository, '.dependency-cruiser.cjs'));
  /** Which slices a slice may import, as its rule says. */
  const below = (slice: string): string[] => {
    const { to } = forbidden.find(({ name }: { name: string }) => name === `${slice}-imports-what-is-below-it`);
    return slices.filter((other) => other !== slice && to.pathNot.split(/[(|)]/).includes(other));
  };
  const drawn = (/^call-detail {2}.*?^tenants$/ms.exec(section('The house'))?.[0] ?? '').split('\n').reverse();
  const levels = drawn.map((line) => line.split(/ +/));
  const slices = levels.flat();
  assert.ok(slices.length > 10, `${slices}`);
  for (const [i, level] of levels.entries())
    for (const slice of level) assert.deepEqual(below(slice).sort(), levels.slice(0, i).flat().sort(), slice);
});
