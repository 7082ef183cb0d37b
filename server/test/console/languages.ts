import { type TestFn, type TestOptions, test } from 'node:test';

type Language = 'en' | 'ja';

/**
 * What an area of the console is tried in from end to end: English, or Japanese in the `.long.test.ts` beside it, which loads
 * `in-japanese.ts` first. So `npm test` tries once what is the same in both.
 */
export const languages: Language[] = [process.env.CONSOLE_LANGUAGE === 'ja' ? 'ja' : 'en'];

/** The same, with the colours of each. */
export const looks = languages.map((language) => ({ language, dark: language === 'ja' }));

type Test = {
  (name: string, run: TestFn): unknown;
  (name: string, options: TestOptions, run: TestFn): unknown;
};

/** What a file tries in one language only, beside tests in each: the `.long.test.ts` beside it does not try it again. */
export const testInEnglish: Test = languages.includes('en') ? test : () => {};
