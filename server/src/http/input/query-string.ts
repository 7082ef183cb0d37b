import { parse } from 'node:querystring';

/** A query string as fields; one that is given more than once is a list. */
export const parseQuery = (text: string) => parse(text, '&', '=', { maxKeys: 0, decodeURIComponent: decode });

/** What is no UTF-8 becomes half of a surrogate pair, which `read-input.ts` refuses together with every other fault. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '\ud800';
  }
}
