import { randomUUID } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './shared-folder.ts';

// The sounds that are played to the parties of a call. They are copied into the folder that Asterisk shares with every node, so
// that Asterisk finds them.

export type Sounds = ReturnType<typeof putSounds>;

const source = join(import.meta.dirname, 'sounds');

/** Copies the sounds, and returns the media URI of each. */
export function putSounds(folder: string) {
  const place = join(folder, 'sounds');
  // If Asterisk runs as another user, it must be able to read the sounds; the parent folder is closed to all other users.
  const isShared = (statSync(folder).mode & 0o077) !== 0;
  makeFolder(place, isShared ? 0o755 : 0o700);
  removeLeftovers(place);
  for (const name of readdirSync(source).filter((name) => name.endsWith('.wav'))) {
    // Another node may be doing the same, and Asterisk may be playing the file. In containers every node is process 1.
    const unfinished = join(place, `${name}.${randomUUID()}.new`);
    writeFileSync(unfinished, readFileSync(join(source, name)));
    chmodSync(unfinished, isShared ? 0o644 : 0o600);
    renameSync(unfinished, join(place, name));
  }
  const sound = (name: string) => `sound:${join(place, name)}`;
  return {
    /** "We cannot take your call, please speak after the tone." */
    greeting: (language: string) => `${sound(`greeting-${spoken(language)}`)},${sound('beep')}`,
    /** The call is recorded. */
    announcement: (language: string) => sound(`recorded-${spoken(language)}`),
  };
}

const longestWriteMs = 3_600_000;

/** Files of nodes that were killed while they wrote them. */
function removeLeftovers(place: string): void {
  for (const file of readdirSync(place).filter((name) => name.endsWith('.new'))) {
    const found = statSync(join(place, file), { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > longestWriteMs) rmSync(join(place, file), { force: true });
  }
}

/** The language of the sounds that is used for this language. */
const spoken = (language: string) => (/^ja\b/i.test(language) ? 'ja' : 'en');
