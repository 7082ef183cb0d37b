import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../../..');

/** Each has a command: `npm test` for the usual files, and one for the files with another set's word before `.test.ts`. */
export const testSets = ['usual', 'phones', 'long', 'package', 'image'] as const;

export type TestSet = (typeof testSets)[number];

export const isTestSet = (word: string | undefined): word is TestSet => testSets.some((set) => set === word);

/**
 * How many files of a set run at once. Tests wait more than they work, so two more than there are processors. Real phones have
 * the machine to themselves, because late audio is torn.
 */
export const filesAtOnce = (set: TestSet) =>
  ({ usual: availableParallelism() + 2, phones: 1, long: availableParallelism(), package: 1, image: 1 })[set];

export const testFiles = (set: TestSet): string[] => allTestFiles().filter((file) => setOf(file) === set);

export const allTestFiles = () =>
  globSync(
    [
      'server/**/*.test.ts',
      'console/*.test.ts',
      'console/src/**/*.test.ts',
      'sdk/src/**/*.test.ts',
      'proof/**/*.test.ts',
    ],
    {
      cwd: repository,
    },
  ).sort();

/** The word may be unknown; no command would run such a file. */
export const setOf = (file: string) => /\.([^./]+)\.test\.ts$/.exec(file)?.[1] ?? 'usual';
