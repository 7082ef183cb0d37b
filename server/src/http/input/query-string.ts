import { parse } from 'node:querystring';

/** A query string as fields; a repeated field becomes a list. */
export const parseQuery = (text: string) => parse(text, '&', '=', { maxKeys: 0, decodeURIComponent: decode });

/** Invalid UTF-8 becomes a lone surrogate, which `read-input.ts` reports together with all other faults. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '\ud800';
  }
}
