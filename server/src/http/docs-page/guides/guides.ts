import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Section } from '../markdown.ts';

export const docsFolder = join(import.meta.dirname, '../../../../../docs');

/** The guides in the order of reading: the names of files in docs/, without `.md`. A test compares this list with the folder. */
export const guideNames = [
  'first-call',
  'test-mode',
  'webhooks',
  'customers',
  'reports',
  'sdk',
  'assistants',
  'console',
  'going-live',
  'recordings',
  'insights',
  'erasure',
  'installing',
  'operating',
  'log-events',
  'security',
  'scaling',
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

const imageFolder = 'screenshots';

/** The pictures of the guides, by their path within docs/. */
export function guideImages(folder = docsFolder): string[] {
  const names = existsSync(join(folder, imageFolder)) ? readdirSync(join(folder, imageFolder)) : [];
  return names.filter((name) => /\.(png|svg)$/.test(name)).map((name) => `${imageFolder}/${name}`);
}

export const imagePath = (image: string) => `/docs/guides/${image}`;
