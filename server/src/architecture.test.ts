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

const { forbidden } = createRequire(import.meta.url)(join(repository, '.dependency-cruiser.cjs'));

/** Checks a drawing, from its first line to its last, against the rules: each folder may import the lines below its own. */
function assertDrawn(drawing: RegExp, rulesOf: (folder: string) => string): void {
  const drawn = (drawing.exec(section('Folders'))?.[0] ?? '').split('\n').reverse();
  const levels = drawn.map((line) => line.replace(/ {4,}.*/, '').split(/ +/));
  const folders = levels.flat();
  assert.ok(folders.length > 10, `${folders}`);
  const below = (folder: string): string[] => {
    const { to } = forbidden.find(({ name }: { name: string }) => name === rulesOf(folder));
    return folders.filter((other) => other !== folder && to.pathNot.split(/[(|)]/).includes(other));
  };
  for (const [i, level] of levels.entries())
    for (const folder of level) assert.deepEqual(below(folder).sort(), levels.slice(0, i).flat().sort(), folder);
}

test('the levels are drawn as the import rules have them', () =>
  assertDrawn(/^call-detail {2}.*?^tenants$/ms, (slice) => `${slice}-imports-what-is-below-it`));

test('the levels of the console are drawn as the import rules have them', () =>
  assertDrawn(/^shell {2}home$.*?^i18n$/ms, (folder) => `console-${folder}-imports-what-is-below-it`));
