/** The languages that Whisper knows, under its names for them. */
const known = new Set(
  `af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja jw
   ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su
   sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo zh`.split(/\s+/),
);

/** Its names that are not those of BCP 47. */
const others: Record<string, string> = { jv: 'jw', nb: 'no', fil: 'tl' };

/** Whisper's name for a language such as `ja` or `pt-BR`; undefined if it does not know that language. */
export function whisperLanguage(tag: string): string | undefined {
  const { language } = new Intl.Locale(tag);
  const name = others[language] ?? language;
  return known.has(name) ? name : undefined;
}

/** The usual name of one of Whisper's languages. */
export const usualLanguage = (name: string): string => (name === 'jw' ? 'jv' : name);
