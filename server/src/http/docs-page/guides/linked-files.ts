import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { docsFolder } from './guides.ts';

/** The other files that guides link to, and what a user follows from there, by their path in the repository; scripts/stage.mjs copies the same ones. */
const listed = [
  ...[
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'ARCHITECTURE.md',
    'LICENSE',
    'docs/README.md',
    'SECURITY.md',
    'sdk/README.md',
    'examples/README.md',
    'deploy/docker/compose.yaml',
    'deploy/pgbouncer/pgbouncer.ini',
  ],
  ...['bi-export', 'callback-recipe', 'click-to-call', 'crm-sync', 'ticket-webhook'].map(
    (name) => `examples/${name}/README.md`,
  ),
  ...['asterisk', 'caddy', 'cluster', 'docker', 'kubernetes', 'observability'].map(
    (name) => `deploy/${name}/README.md`,
  ),
];

/** Folders that pages link to. */
export const listedFolders = ['docs/decisions', 'docs/verify-webhook'];

export const linkedFiles = (folder = docsFolder): string[] => [
  ...listed,
  ...listedFolders.flatMap((path) => filesOf(path, folder)),
];

/** The files of a folder as a list. */
export const listOf = (path: string, folder = docsFolder): string =>
  filesOf(path, folder)
    .map((path) => `- [${path}](/${path})\n`)
    .join('');

/** Files whose name begins with a letter, so neither links elsewhere nor what editors leave. */
function filesOf(path: string, folder: string): string[] {
  const found = join(folder, '..', path);
  const entries = existsSync(found) ? readdirSync(found, { withFileTypes: true }) : [];
  return entries
    .filter((entry) => entry.isFile() && /^[a-z][\w-]*\.[a-z]+$/.test(entry.name))
    .map(({ name }) => `${path}/${name}`);
}
