import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkFirstLoad } from './size-budget.ts';

type Sizes = { entry: number; shared: number; shell: number; logIn: number; home: number; calls: number };

/** A build whose compressed files have these sizes. Every page imports the shared file. */
function dist(sizes: Partial<Sizes>): string {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-dist-'));
  const all: Sizes = {
    entry: 100_000,
    shared: 10_000,
    shell: 1_000,
    logIn: 1_000,
    home: 1_000,
    calls: 1_000,
    ...sizes,
  };
  for (const [name, size] of Object.entries(all)) writeFileSync(join(folder, `${name}.js.gz`), Buffer.alloc(size));
  const imports = ['_shared.js'];
  const manifest = {
    'index.html': { file: 'entry.js', isEntry: true },
    '_shared.js': { file: 'shared.js' },
    'src/shell/shell.tsx': { file: 'shell.js', imports },
    'src/session/log-in-page.tsx': { file: 'logIn.js', imports },
    'src/home/home-page.tsx': { file: 'home.js', imports },
    'src/calls/calls-page.tsx': { file: 'calls.js', imports },
  };
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  return folder;
}

function check(sizes: Partial<Sizes>): { isSmallEnough: boolean; sentences: string[] } {
  const folder = dist(sizes);
  const sentences: string[] = [];
  try {
    return { isSmallEnough: checkFirstLoad(folder, (sentence) => sentences.push(sentence)), sentences };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a first load within the budget passes, and a shared file counts once', () => {
  const { isSmallEnough, sentences } = check({ home: 108_000, shell: 2_000 });
  assert.equal(isSmallEnough, true);
  assert.match(sentences.join('\n'), /First load of \/: 220\.0 kB of script with gzip, within 220\.0 kB/);
});

test('one byte more on any of the first pages fails', () => {
  assert.equal(check({ entry: 209_001, logIn: 1_000, home: 0, calls: 0, shell: 0 }).isSmallEnough, false);
  assert.equal(check({ home: 108_001, shell: 1_000 + 1_000 }).isSmallEnough, false);
  assert.equal(check({ calls: 108_001, shell: 2_000 }).isSmallEnough, false);
  assert.match(check({ shared: 200_000 }).sentences.join('\n'), /OVER/);
});

test('the console of this repository is within the budget', () => {
  assert.equal(
    checkFirstLoad(join(import.meta.dirname, 'dist'), () => {}),
    true,
  );
});
