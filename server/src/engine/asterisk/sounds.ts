import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// What is played to the parties of a call. The files are put where Asterisk finds them: into the folder that it shares with
// every node.

export type Sounds = ReturnType<typeof putSounds>;

const source = join(import.meta.dirname, 'sounds');

/** Puts them there, and says how Asterisk is asked for each. */
export function putSounds(folder: string) {
  const place = join(folder, 'sounds');
  mkdirSync(place, { recursive: true });
  for (const name of readdirSync(source).filter((name) => name.endsWith('.wav'))) {
    // Another node may be doing the same, and Asterisk may be playing. In containers every node is process 1.
    const unfinished = join(place, `${name}.${randomUUID()}.new`);
    writeFileSync(unfinished, readFileSync(join(source, name)));
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
