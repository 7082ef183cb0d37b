import type { Language } from '../i18n/messages.ts';
import type { IconName } from '../parts/icons/icon.tsx';
import type { paths } from '../paths.ts';

/** A page that can be opened without an id, with its name in each language. */
export type SearchablePage = {
  to: (typeof paths)[keyof typeof paths];
  icon: IconName;
  names: Record<Language, string>;
};

/** The pages whose name contains the text, in any language: people know some names from a colleague or a guide. */
export function matchPages(pages: SearchablePage[], text: string): SearchablePage[] {
  const sought = fold(text);
  return pages.filter(({ names }) => Object.values(names).some((name) => fold(name).includes(sought)));
}

/** Ignores case, width and the kind of kana. */
const fold = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .trim();
