import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Section, sectionsOf } from '../markdown.ts';

export const docsFolder = join(import.meta.dirname, '../../../../../docs');

/** The guides in the order of reading: the names of files in docs/, without `.md`. A test compares this list with the folder. */
export const guideNames = [
  'first-call',
  'test-mode',
  'webhooks',
  'customers',
  'reports',
  'console',
  'going-live',
  'recordings',
  'insights',
  'operating',
  'log-events',
  'security',
  'upgrading',
  'performance',
  'glossary',
  'ja/first-call',
  'ja/webhooks',
];

type FoundGuide = { name: string; path: string };

export type Guide = FoundGuide & {
  language: 'en' | 'ja';
  title: string;
  source: string;
  sections: Section[];
};

/** Leaves out a guide whose file is missing: an installation may have been copied without it. */
export const findGuides = (folder = docsFolder): FoundGuide[] =>
  guideNames
    .filter((name) => existsSync(join(folder, `${name}.md`)))
    .map((name) => ({ name, path: `/docs/guides/${name}` }));

/** Parses all of them: a tenth of the work of a start, so the first reader waits for it instead. */
export const readGuides = (folder = docsFolder): Guide[] =>
  findGuides(folder).map(({ name, path }) => {
    const source = readFileSync(join(folder, `${name}.md`), 'utf8');
    const sections = sectionsOf(source);
    const language = name.startsWith('ja/') ? 'ja' : 'en';
    return { name, path, language, title: sections[0]?.title ?? name, source, sections };
  });

const imageFolder = 'screenshots';

/** The pictures of the guides, by their path within docs/. */
export function guideImages(folder = docsFolder): string[] {
  const names = existsSync(join(folder, imageFolder)) ? readdirSync(join(folder, imageFolder)) : [];
  return names.filter((name) => name.endsWith('.png')).map((name) => `${imageFolder}/${name}`);
}

export const imagePath = (image: string) => `/docs/guides/${image}`;
