import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[] };
type Manifest = Record<string, Chunk>;

/** Compressed script that the first page may load, in bytes. */
const budget = 300_000;

/** Says how much script comes with the first page, compressed with gzip, and whether that is little enough. */
export function checkFirstLoad(dist: string, say: (sentence: string) => void): boolean {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry) ?? '';
  const files = [...withImports(manifest, entry)].map((name) => manifest[name]?.file ?? '');
  const bytes = files.reduce((sum, file) => sum + statSync(join(dist, `${file}.gz`)).size, 0);
  const isSmallEnough = bytes <= budget;
  const verdict = isSmallEnough ? 'within' : 'OVER';
  say(`First load: ${kilobytes(bytes)} kB of script with gzip, ${verdict} the budget of ${kilobytes(budget)} kB.`);
  return isSmallEnough;
}

/** A chunk and all that it imports at once; what is imported only when needed is not among them. */
function withImports(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const imported of manifest[name]?.imports ?? []) withImports(manifest, imported, seen);
  return seen;
}

const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1);
