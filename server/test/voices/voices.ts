import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { fetchTree, type Program } from '../debian-programs.ts';
import { toTelephone } from './to-telephone.ts';

// Two speech synthesizers of Debian, which say any text as a telephone would carry it.

const run = promisify(execFile);

export type Voice = 'flite' | 'espeak';

export type Voices = {
  /** Samples at 8 kHz, without silence before or after. */
  speak(voice: Voice, text: string): Promise<Int16Array>;
};

/** Declares tests that need voices. If voices are not available the tests are skipped and say so; in CI they fail. */
export const withVoices = (declare: (voices: Voices) => unknown) => withSpeech(fetchVoices, declare);

export async function withSpeech<T>(fetch: () => Promise<T>, declare: (voices: T) => unknown): Promise<void> {
  let voices: T;
  try {
    voices = await fetch();
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    const reason = `NO VOICES: these tests did not run, because no speech synthesizer could be had. ${error}`;
    console.error(reason);
    test('voices', { skip: reason }, () => {});
    return;
  }
  await declare(voices);
}

export async function fetchVoices(): Promise<Voices> {
  const { libraries, program } = await fetchTree({
    name: 'voices',
    packages: ['flite', 'espeak-ng'],
    suites: ['trixie', 'forky', 'sid'],
    version: 1,
  });
  const commands: Record<Voice, (text: string, file: string) => [Program, string[]]> = {
    flite: (text, file) => [program('usr/bin/flite'), ['-voice', 'slt', '-t', text, '-o', file]],
    espeak: (text, file) => [
      program('usr/bin/espeak-ng'),
      ['--path', libraries, '-v', 'en-us', '-s', '150', '-w', file, text],
    ],
  };
  return {
    async speak(voice, text) {
      const folder = await mkdtemp(join(tmpdir(), 'trunkline-voice-'));
      try {
        const file = join(folder, 'speech.wav');
        const [{ command, args }, more] = commands[voice](text, file);
        await run(command, [...args, ...more]);
        return toTelephone(await readFile(file));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
