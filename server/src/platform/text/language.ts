import type { Detail } from '../problem.ts';

/** Made when it is first needed, because it takes 35 ms. */
let languages: Intl.DisplayNames | undefined;

/** A setting: the language of each call is detected in its recording. */
export const autoLanguage = 'auto';

/** Returns a language setting: `auto`, the BCP 47 name of a language (`ja`, `pt-BR`), or undefined if there is no such language. */
export function readLanguageSetting(text: string): string | undefined {
  return text.trim().toLowerCase() === autoLanguage ? autoLanguage : readLanguage(text);
}

/** Returns the BCP 47 name of a language (`ja`, `pt-BR`), or undefined if there is no such language. */
export function readLanguage(text: string): string | undefined {
  try {
    const { language, baseName } = new Intl.Locale(text.trim());
    languages ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
    return languages.of(language) === undefined ? undefined : baseName;
  } catch {
    return undefined;
  }
}

export const unknownLanguage: Detail = {
  field: 'language',
  code: 'invalid_format',
  message: 'language must be a language code such as ja, en or pt-BR, or auto.',
};
