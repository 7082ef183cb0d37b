import { after } from 'node:test';

const releases: (() => unknown)[] = [];
after(async () => {
  for (let release = releases.pop(); release; release = releases.pop()) await release();
});

/** Releases the resources of a test file, in reverse order, when all of its tests are done. */
export function atEnd(release: () => unknown): void {
  releases.push(release);
}
