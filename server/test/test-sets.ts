import { globSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../..');

/** What a command runs: `npm test` the usual tests, `npm run test:phones` and `npm run test:long` those with that word before `.test.ts`. */
export const testSets = ['usual', 'phones', 'long'] as const;

export type TestSet = (typeof testSets)[number];

export const isTestSet = (word: string | undefined): word is TestSet => testSets.some((set) => set === word);

/** All test files, each in the set of its name; a word that is no set is a mistake in the name, and the file would never run. */
export function testFiles(set: TestSet): string[] {
  return allTestFiles().filter((file) => setOf(file) === set);
}

export const allTestFiles = () =>
  globSync(['server/**/*.test.ts', 'console/src/**/*.test.ts'], { cwd: repository }).sort();

export const setOf = (file: string) => /\.([^./]+)\.test\.ts$/.exec(file)?.[1] ?? 'usual';
