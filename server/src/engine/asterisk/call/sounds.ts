import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// What is played to the parties of a call. The files are put where Asterisk finds them: into the folder that it shares with
// every node.

export type Sounds = ReturnType<typeof putSounds>;

const source = join(import.meta.dirname, 'sounds');

/** Puts them there, and says how Asterisk is asked for each. */
export function putSounds(folder: string) {
  const place = join(folder, 'sounds');
  // Where Asterisk is another user it must be able to read them, and the folder around them is closed to everybody else.
  const isShared = (statSync(folder).mode & 0o077) !== 0;
  if (mkdirSync(place, { recursive: true }) !== undefined) chmodSync(place, isShared ? 0o755 : 0o700);
  for (const name of readdirSync(source).filter((name) => name.endsWith('.wav'))) {
    // Another node may be doing the same, and Asterisk may be playing. In containers every node is process 1.
    const unfinished = join(place, `${name}.${randomUUID()}.new`);
    writeFileSync(unfinished, readFileSync(join(source, name)));
    chmodSync(unfinished, isShared ? 0o644 : 0o600);
    renameSync(unfinished, join(place, name));
  }
  const sound = (name: string) => `sound:${join(place, name)}`;
  return {
    /** Nobody can come to the telephone: please speak after the tone. */
    greeting: (language: string) => `${sound(`greeting-${spoken(language)}`)},${sound('beep')}`,
    /** The call is recorded. */
    announcement: (language: string) => sound(`recorded-${spoken(language)}`),
  };
}

/** Of the languages that there are sounds in. */
const spoken = (language: string) => (/^ja\b/i.test(language) ? 'ja' : 'en');
