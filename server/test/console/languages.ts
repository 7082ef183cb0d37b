import { type TestFn, type TestOptions, test } from 'node:test';

const known = ['en', 'ja'] as const;

/**
 * What an area of the console is tried in from end to end. `npm test` tries the areas that people use most, in English; their
 * other half in Japanese is the `.long.test.ts` beside the file, which loads `in-japanese.ts` first. All else is in the long
 * set alone, where `in-both-languages.ts` comes first.
 */
export const languages = known.filter((language) =>
  (process.env.CONSOLE_LANGUAGES ?? 'en').split(',').includes(language),
);

/** The same, with the colours of each. */
export const looks = languages.map((language) => ({ language, dark: language === 'ja' }));

type Test = {
  (name: string, run: TestFn): unknown;
  (name: string, options: TestOptions, run: TestFn): unknown;
};

/** What a file tries in one language only, beside tests in each: the `.long.test.ts` beside it does not try it again. */
export const testInEnglish: Test = languages.includes('en') ? test : () => {};
