import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Described } from '../described.ts';
import { openApiDocument, type Sent } from '../openapi/document.ts';
import { placedOperations, withoutReferences } from '../openapi/reading.ts';
import { guidePage } from './guides/guide-page.ts';
import { findGuides, type Guide } from './guides/guides.ts';
import { sectionsOf } from './markdown.ts';
import { llmsFull, llmsIndex } from './plain-text/llms.ts';
import { operationText } from './plain-text/operation-text.ts';
import type { Verifiers } from './reference/event.ts';
import { referencePage } from './reference/reference-page.ts';
import { searchIndex } from './search-index.ts';

// What the pages of the documentation contain. The first reader loads this file, and a start does not.

type Parts = {
  /** The folder of the guides. */
  folder: string;
  operations: Described[];
  sent: Sent[];
  images: string[];
  /** Empty if the operator has set none. */
  publicUrl: string;
  settings: { origin: string; today: string };
};

export function makePages({ folder, operations, sent, images, publicUrl, settings }: Parts) {
  const guides = readGuides(folder);
  const document = withoutReferences(openApiDocument(operations));
  return {
    reference: () =>
      referencePage(openApiDocument(operations, sent), { guides, verifiers: readVerifiers(folder), settings }),
    llms: () => llmsIndex({ document, guides, publicUrl }),
    llmsFull: () => llmsFull({ document, guides, publicUrl }, settings),
    operationText: (operationId: string) => {
      const placed = placedOperations(document).find(({ operation }) => operation.operationId === operationId);
      return placed && `${operationText(placed, settings)}\n`;
    },
    search: () => JSON.stringify(searchIndex(openApiDocument(operations, sent), guides)),
    /** Undefined if the file of the guide is not there any more. */
    guide: (path: string) => {
      const guide = guides.find((candidate) => candidate.path === path);
      return guide && guidePage(guide, { guides, images });
    },
  };
}

const readGuides = (folder: string): Guide[] =>
  findGuides(folder).map(({ name, path }) => {
    const source = readFileSync(join(folder, `${name}.md`), 'utf8');
    const sections = sectionsOf(source);
    const language = name.startsWith('ja/') ? 'ja' : 'en';
    return { name, path, language, title: sections[0]?.title ?? name, source, sections };
  });

/** The programs of the webhooks guide, which a test runs. */
function readVerifiers(folder: string): Verifiers {
  const files = [
    ['JavaScript', 'verify.mjs'],
    ['Python', 'verify.py'],
  ] as const;
  return files.flatMap(([language, name]): Verifiers => {
    const file = join(folder, 'verify-webhook', name);
    return existsSync(file) ? [[language, readFileSync(file, 'utf8')]] : [];
  });
}
