import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { allPages, blocksOf, executable, readPage, repository } from './guide.ts';
import { longGuides, shortGuides, translations } from './guides.ts';

// What is true of all Markdown pages without running anything.

test('every block that readers can run is run, or says why not', () => {
  const guides = new Set([...shortGuides, ...longGuides, ...translations.map(([translation]) => translation)]);
  const forgotten = allPages()
    .filter((page) => !guides.has(page))
    .flatMap(blocksOf)
    // Outside of guides, JSON shows lines of logs and files, not answers.
    .filter(({ language }) => executable.has(language) && language !== 'json')
    .filter(({ mark }) => mark?.kind !== 'not run' && mark?.kind !== 'run by')
    .map(({ page, line }) => `${page}:${line}`);
  assert.deepEqual(forgotten, []);
});

test('commands that no test runs are at least valid shell', () => {
  for (const { page, line, language, mark, text } of allPages().flatMap(blocksOf))
    if (language === 'sh' && mark?.kind === 'not run') {
      const { status, stderr } = spawnSync('sh', ['-n', '-c', text], { encoding: 'utf8' });
      assert.equal(status, 0, `${page}:${line} ${stderr}`);
    }
});

test('a test that is named as running a block reads its page', () => {
  const named = allPages().flatMap(blocksOf);
  for (const { page, line, mark } of named)
    if (mark?.kind === 'run by') assert.ok(readPage(mark.text).includes(page), `${page}:${line} names ${mark.text}`);
});

for (const [translation, original] of translations)
  test(`${translation} shows what ${original} shows`, () => {
    const shown = (page: string) =>
      blocksOf(page).flatMap(({ language, text, mark }) =>
        executable.has(language) ? [{ language, text, mark }] : [],
      );
    assert.deepEqual(shown(translation), shown(original));
  });

test('every link between pages leads somewhere', () => {
  const broken = allPages().flatMap((page) =>
    linksOf(page)
      .filter((link) => !leadsSomewhere(page, link))
      .map((link) => `${page}: ${link}`),
  );
  assert.deepEqual(broken, []);
});

/** Links to files and headings of the repository, with code left out. */
function linksOf(page: string): string[] {
  const prose = readPage(page)
    .replaceAll(/^( *)```.*?^\1```$/gms, '')
    .replaceAll(/`[^`\n]*`/g, 'code');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => (/^[a-z]+:/.test(link) ? [] : [link]));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(repository, target))) return false;
  return anchor === undefined || anchorsOf(target).includes(anchor);
}

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string) =>
  [...readPage(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every page that a source file names exists', () => {
  const sources = globSync('{bench,console,deploy,scripts,server}/**/*.{ts,tsx,mjs,sh,conf}', {
    cwd: repository,
    exclude: ['**/node_modules', '**/dist'],
  });
  const missing = sources.flatMap((source) =>
    (readPage(source).match(/\b(?:docs|deploy)\/[\w/-]+\.md\b/g) ?? [])
      .filter((page) => !existsSync(join(repository, page)))
      .map((page) => `${source}: ${page}`),
  );
  assert.deepEqual(missing, []);
});

test('every npm script that a page names exists', () => {
  const { scripts } = JSON.parse(readPage('package.json')) as { scripts: Record<string, string> };
  const unknown = allPages().flatMap((page) =>
    [...readPage(page).matchAll(/\bnpm run (?:-s )?([a-z][\w:-]*)/g)].flatMap(([, name = '']) =>
      name in scripts ? [] : [`${page}: ${name}`],
    ),
  );
  assert.deepEqual(unknown, []);
});
