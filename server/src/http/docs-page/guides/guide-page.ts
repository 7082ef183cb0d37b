import { posix } from 'node:path';
import { framed } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { markdown, type Target } from '../markdown.ts';
import { guideGroups, type LinkGroup, navigation } from '../navigation.ts';
import { type Guide, imagePath } from './guides.ts';

/** The pages and pictures that a guide can link to. */
type Served = { guides: Guide[]; images: string[] };

export function guidePage(guide: Guide, served: Served): string {
  const { guides } = served;
  const { title, language, sections, source } = guide;
  const [own, ...others] = guideGroups(guides, guide);
  const onThisPage: LinkGroup = {
    title: language === 'ja' ? 'このページ' : 'On this page',
    links: sections.slice(1).map(({ title, anchor }) => ({ title, href: `#${anchor}`, language })),
  };
  const reference: LinkGroup = { title: 'API', links: [{ title: 'API reference', href: '/docs' }] };
  return framed({
    title: `${title} · Trunkline`,
    language,
    navigation: navigation([...(own ? [own] : []), ...others, onThisPage, reference]),
    content: html`
      ${otherLanguage(guide, guides)}
      <article class="guide">${markdown(source, (href) => resolveLink(href, guide, served))}</article>
      ${neighbors(guide, guides)}`,
  });
}

/** Links between the files of docs/ become links between pages. Other files of the repository are named: they are no pages. */
function resolveLink(href: string, { name }: Guide, { guides, images }: Served): Target {
  if (href.startsWith('#')) return { href };
  if (/^[a-z]+:/i.test(href)) return { href: href.replace(/^http:\/\/127\.0\.0\.1:8080(?=\/)/, '') };
  const [file = '', fragment] = href.split('#', 2);
  const path = posix.join('docs', posix.dirname(name), file);
  const image = images.find((other) => path === `docs/${other}`);
  if (image) return { href: imagePath(image) };
  const guide = guides.find((other) => path === `docs/${other.name}.md`);
  return guide ? { href: guide.path + (fragment === undefined ? '' : `#${fragment}`) } : { file: path };
}

function otherLanguage({ name, language }: Guide, guides: Guide[]): Html | undefined {
  const other = guides.find((guide) => guide.name === (language === 'ja' ? name.slice('ja/'.length) : `ja/${name}`));
  return (
    other &&
    html`<p class="other-language"><a href="${other.path}" lang="${other.language}" hreflang="${other.language}">${
      other.language === 'ja' ? '日本語で読む' : 'Read in English'
    }</a></p>`
  );
}

function neighbors(guide: Guide, guides: Guide[]): Html {
  const own = guides.filter(({ language }) => language === guide.language);
  const at = own.indexOf(guide);
  const [before, after] = [own[at - 1], own[at + 1]];
  return html`<footer class="neighbors">
    ${before ? html`<a rel="prev" href="${before.path}">← ${before.title}</a>` : html`<span></span>`}
    ${after && html`<a rel="next" href="${after.path}">${after.title} →</a>`}
  </footer>`;
}
