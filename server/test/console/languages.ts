import { type TestFn, type TestOptions, test } from 'node:test';

const isAtLength = process.env.CONSOLE_AT_LENGTH === 'true';

/**
 * What an area of the console is tried in from end to end. `npm test` tries the areas that people use most, in English; the
 * `.long.test.ts` beside such a file loads `at-length.ts` first and tries all of it in both languages. The other areas have
 * a `.long.test.ts` only.
 */
export const languages: ('en' | 'ja')[] = isAtLength ? ['en', 'ja'] : ['en'];

/** The same, with the colors of each. */
export const looks = languages.map((language) => ({ language, dark: language === 'ja' }));

type Test = {
  (name: string, run: TestFn): unknown;
  (name: string, options: TestOptions, run: TestFn): unknown;
};

/** What `npm test` leaves to the long set. */
export const testAtLength: Test = isAtLength ? test : () => {};
