type Language = 'en' | 'ja';

/**
 * What an area of the console is tried in from end to end: English, or Japanese in the `.long.test.ts` beside it, which loads
 * `in-japanese.ts` first. So `npm test` tries once what is the same in both; `pages.test.ts` looks at every page in both.
 */
export const languages: Language[] = [process.env.CONSOLE_LANGUAGE === 'ja' ? 'ja' : 'en'];

/** The same, with the colours of each. */
export const looks = languages.map((language) => ({ language, dark: language === 'ja' }));
