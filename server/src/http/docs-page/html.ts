/** Text that is already HTML and goes into the page unchanged. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Html | string | number | undefined | false | Piece[];

/** Escapes all values in the template, except those that are HTML already; undefined and false become nothing. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(String.raw({ raw: strings }, ...pieces.map(toText)));
}

function toText(piece: Piece): string {
  if (piece instanceof Html) return piece.text;
  if (Array.isArray(piece)) return piece.map(toText).join('');
  return piece === undefined || piece === false ? '' : escapeHtml(`${piece}`);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** A value as JSON with syntax highlighting. */
export function json(value: unknown): Html {
  const words = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d[\d.e+-]*/gi;
  const text = JSON.stringify(value, null, 2) ?? '';
  let end = 0;
  const pieces = [...text.matchAll(words)].flatMap(({ 0: word, 1: string, 2: colon = '', index }) => {
    const kind = colon ? 'name' : string ? 'string' : 'literal';
    const before = text.slice(end, index);
    end = index + word.length;
    return [before, html`<span class="${kind}">${string ?? word}</span>`, colon];
  });
  return html`${pieces}${text.slice(end)}`;
}

/** A block of code, to which `page.js` adds a button that copies it. */
export const panel = (title: Html | string | undefined, code: Html | string) =>
  html`<figure class="panel">${title && html`<figcaption>${title}</figcaption>`}<pre><code>${code}</code></pre></figure>`;
