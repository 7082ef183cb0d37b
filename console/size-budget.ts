import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[] };
type Manifest = Record<string, Chunk>;

/** Compressed script that a first page may load, in bytes. */
const budget = 220_000;

/** The pages that people open first, and the modules that each of them loads after the entry. */
const firstPages = {
  '/login': ['src/session/log-in-page.tsx'],
  '/': ['src/shell/shell.tsx', 'src/home/home-page.tsx'],
  '/calls': ['src/shell/shell.tsx', 'src/calls/calls-page.tsx'],
};

/** Says how much script comes with each first page, compressed with gzip, and whether that is little enough. */
export function checkFirstLoad(dist: string, say: (sentence: string) => void): boolean {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry) ?? '';
  const loads = Object.entries(firstPages).map(([page, modules]) => {
    const files = [...withImports(manifest, [entry, ...modules])];
    const bytes = files.reduce((sum, file) => sum + statSync(join(dist, `${file}.gz`)).size, 0);
    const verdict = bytes <= budget ? 'within' : 'OVER';
    say(`First load of ${page}: ${kilobytes(bytes)} kB of script with gzip, ${verdict} ${kilobytes(budget)} kB.`);
    return bytes;
  });
  return loads.every((bytes) => bytes <= budget);
}

/** The files of modules and of all that they import at once; what is imported only when needed is not among them. */
function withImports(manifest: Manifest, names: string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no file for ${name}. Adapt the list of first pages.`);
    if (seen.has(chunk.file)) continue;
    seen.add(chunk.file);
    withImports(manifest, chunk.imports ?? [], seen);
  }
  return seen;
}

const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1);
