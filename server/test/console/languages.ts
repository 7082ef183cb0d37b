import { type TestFn, type TestOptions, test } from 'node:test';

const isAtLength = process.env.CONSOLE_AT_LENGTH === 'true';

/**
 * The languages in which a test of the console runs. `npm test` tests the areas that people use most, in English; the
 * `.long.test.ts` beside such a file loads `at-length.ts` first and tests all of it in both languages. The other areas have a
 * `.long.test.ts` only.
 */
export const testedLanguages: ('en' | 'ja')[] = isAtLength ? ['en', 'ja'] : ['en'];

/** The same, with the colors of each. */
export const looks = testedLanguages.map((language) => ({ language, dark: language === 'ja' }));

type Test = {
  (name: string, run: TestFn): unknown;
  (name: string, options: TestOptions, run: TestFn): unknown;
};

/** A test that only the long set runs. */
export const testAtLength: Test = isAtLength ? test : () => {};
