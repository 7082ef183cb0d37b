import { Marked, type Token, type Tokens } from 'marked';
import { escapeHtml, Html } from './html.ts';

/** The anchor of a heading within its page, as GitHub makes it, so that links work in both places. */
export const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** The target of a link on this server, or the file of the repository that it does not serve. */
export type Target = { href: string } | { file: string };
type ResolveLink = (href: string) => Target;

const asWritten: ResolveLink = (href) => ({ href });

/**
 * Markdown as HTML. HTML in the source is shown as text, and comments are left out. Code and tables that are too wide scroll by themselves, so the keyboard
 * must reach them.
 */
function marked(resolve: ResolveLink): Marked {
  return new Marked({
    renderer: {
      html: ({ text }) => escapeHtml(text.replace(/<!--.*?-->\n*/gs, '')),
      heading({ tokens, depth }) {
        const id = anchor(plainText(tokens));
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      code: ({ text }) => `<figure class="panel"><pre tabindex="0"><code>${escapeHtml(text)}</code></pre></figure>\n`,
      table(token) {
        const cells = (row: Tokens.TableCell[], kind: string) =>
          `<tr>${row.map(({ tokens }) => `<${kind}>${this.parser.parseInline(tokens)}</${kind}>`).join('')}</tr>`;
        const rows = token.rows.map((row) => cells(row, 'td')).join('\n');
        return `<div class="wide" tabindex="0"><table><thead>${cells(token.header, 'th')}</thead>\n<tbody>${rows}</tbody></table></div>\n`;
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const target = resolve(href);
        if ('href' in target) return `<a href="${escapeHtml(target.href)}">${content}</a>`;
        return content.includes(target.file) ? content : `${content} (<code>${escapeHtml(target.file)}</code>)`;
      },
      image: ({ href, text }) => {
        const target = resolve(href);
        return 'href' in target ? `<img src="${escapeHtml(target.href)}" alt="${escapeHtml(text)}">` : escapeHtml(text);
      },
    },
  });
}

const usual = marked(asWritten);

export const markdown = (text: string, resolve?: ResolveLink) =>
  new Html((resolve ? marked(resolve) : usual).parse(text, { async: false }));
export const inlineMarkdown = (text: string) => new Html(usual.parseInline(text, { async: false }));

/** The words of a text without its marks. */
function plainText(tokens: Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'table') return plainText([...token.header, ...token.rows.flat()].flatMap(cellTokens));
      if (token.type === 'list') return plainText(token.items);
      if ('tokens' in token && token.tokens) return plainText(token.tokens) + (isBlock(token) ? '\n' : '');
      return 'text' in token ? token.text : token.type === 'space' ? '\n' : '';
    })
    .join('');
}

const isBlock = ({ type }: Token) => type === 'paragraph' || type === 'list_item';

const cellTokens = ({ tokens }: Tokens.TableCell): Token[] => [...tokens, { type: 'text', raw: ' ', text: ' ' }];

export type Section = { title: string; anchor: string; text: string };

/** The parts of a text under its headings of the second level; the first part has the title of the page. */
export function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  for (const token of usual.lexer(text)) {
    const last = sections.at(-1);
    if (token.type === 'heading' && (token.depth <= 2 || !last)) {
      const title = plainText(token.tokens ?? []);
      sections.push({ title, anchor: anchor(title), text: '' });
    } else if (last) last.text += `${plainText([token])} `;
  }
  return sections;
}
