import type { Guide } from './guides/guides.ts';
import { type Html, html } from './html.ts';

type Link = { title: string; href: string; badge?: Html; language?: string; isCurrent?: boolean };
export type LinkGroup = { title: string; links: Link[] };

/** The contents of a page, in groups that the reader can close. */
export const navigation = (groups: LinkGroup[]) =>
  html`${groups.map(
    ({ title, links }) => html`
      <details open>
        <summary>${title}</summary>
        <ul>${links.map(navigationLink)}</ul>
      </details>`,
  )}`;

const navigationLink = ({ title, href, badge, language, isCurrent = false }: Link) =>
  html`<li><a href="${href}"${language !== undefined && html` lang="${language}"`}${
    isCurrent && html` aria-current="page"`
  }>${badge}<span>${title}</span></a></li>`;

/** The guides, by language. */
export function guideGroups(guides: Guide[], current?: Guide): LinkGroup[] {
  const groups = [
    { title: 'Guides', language: 'en' },
    { title: '日本語', language: 'ja' },
  ];
  return groups.flatMap(({ title, language }) => {
    const links = guides
      .filter((guide) => guide.language === language)
      .map((guide) => ({ title: guide.title, href: guide.path, language, isCurrent: guide === current }));
    return links.length > 0 ? [{ title, links }] : [];
  });
}
