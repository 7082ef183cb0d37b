// Measures one embedded engine with synthetic voices at 8 kHz, and sends the figures to its parent.
import { embeddedEngine } from '../../server/src/insights/transcript/embedded-engine.ts';
import { speechRate } from '../../server/src/insights/transcript/speech-engine.ts';
import { doubleRate } from '../../server/src/insights/voice/resample.ts';
import { modelsFolder } from '../../server/test/models-folder.ts';
import { characterErrorRate, comparable } from '../../server/test/voices/character-errors.ts';
import { japaneseSentences } from '../../server/test/voices/japanese-sentences.ts';
import { fetchJapaneseVoices, japaneseVoices } from '../../server/test/voices/japanese-voices.ts';
import { otherSounds } from '../../server/test/voices/other-sounds.ts';
import { fetchVoices } from '../../server/test/voices/voices.ts';
import { wordErrorRate } from '../../server/test/voices/word-errors.ts';
import { englishSentences } from './english-sentences.ts';

export type SpeechTask = { language: 'en' | 'ja'; size: 'base' | 'small' };
export type SpeechFigures = {
  engine: string;
  sentences: number;
  talkSeconds: number;
  cpuSeconds: number;
  peakBytes: number;
  /** Wrong words or characters, as a fraction of all. */
  clean: number;
  noisy: number;
  /** How many sounds without speech there were, and how many of them became text. */
  sounds: number;
  invented: number;
};

type Spoken = { text: string; samples: Int16Array };
const margin = 800;

function asSpeech(samples: Int16Array, noise: Float32Array): Float32Array {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1);
  const sampleAt = (i: number) => (0.5 * (samples[i - margin] ?? 0)) / loudest + (noise[i] ?? 0);
  return doubleRate(Float32Array.from({ length: samples.length + 2 * margin }, (_, i) => sampleAt(i)));
}

/** About 20 dB below the voice. */
const noise = (otherSounds['pink noise']?.(20) ?? new Float32Array()).map((sample) => 0.25 * sample);

async function speak(language: SpeechTask['language']): Promise<Spoken[]> {
  const spoken: Spoken[] = [];
  if (language === 'ja') {
    const voices = await fetchJapaneseVoices();
    for (const [i, text] of japaneseSentences.entries())
      spoken.push({ text, samples: await voices.speak(japaneseVoices[i % japaneseVoices.length] ?? 'mei', text) });
    return spoken;
  }
  const voices = await fetchVoices();
  for (const text of englishSentences)
    for (const voice of ['flite', 'espeak'] as const) spoken.push({ text, samples: await voices.speak(voice, text) });
  return spoken;
}

async function measure({ language, size }: SpeechTask): Promise<SpeechFigures> {
  const engine = embeddedEngine({ folder: modelsFolder, size });
  const spoken = await speak(language);
  await engine.write(new Float32Array(speechRate), language); // Loads it.
  const lengthOf = (text: string) => (language === 'ja' ? [...comparable(text)].length : text.split(' ').length);
  const rate = language === 'ja' ? characterErrorRate : wordErrorRate;
  async function errorsOf(texts: Spoken[], disturbance: Float32Array): Promise<number> {
    let [errors, length] = [0, 0];
    for (const { text, samples } of texts) {
      const { text: written } = await engine.write(asSpeech(samples, disturbance), language);
      errors += rate(text, written) * lengthOf(text);
      length += lengthOf(text);
    }
    return errors / length;
  }
  const before = process.cpuUsage();
  const clean = await errorsOf(spoken, new Float32Array());
  const { user, system } = process.cpuUsage(before);
  const noisy = await errorsOf(
    spoken.filter((_, i) => i % 4 === 0),
    noise,
  );
  const written: string[] = [];
  // The English engine never gets sounds without speech, because the voice analysis finds none in them.
  const sounds = language === 'en' ? [] : Object.values(otherSounds);
  for (const sound of sounds) written.push((await engine.write(doubleRate(sound(6)), language)).text);
  return {
    engine: engine.nameFor(language) ?? '',
    sentences: spoken.length,
    talkSeconds: spoken.reduce((sum, { samples }) => sum + samples.length / 8_000, 0),
    cpuSeconds: (user + system) / 1e6,
    peakBytes: process.resourceUsage().maxRSS * 1_024,
    clean,
    noisy,
    sounds: sounds.length,
    invented: written.filter((text) => text !== '').length,
  };
}

const [task = '{}'] = process.argv.slice(2);
process.send?.(await measure(JSON.parse(task)));
process.disconnect?.();
