import {
  InsightFailure,
  round,
  type Segment,
  type Surroundings,
  type Transcription,
  type Utterance,
} from '../insight.ts';
import { nothingLearned } from '../nothing-learned.ts';
import { openWav } from '../voice/wav-file.ts';
import { plainText } from './plain-text.ts';
import { redactCards } from './redact-cards.ts';
import type { SpeechEngine } from './speech-engine.ts';

/** Engines miss a word that begins at once. */
const marginSeconds = 0.1;

/** What was asked for, of whom. `engine` is undefined where there is none at all. */
export type Transcribing = { utterances: Utterance[]; language: string; engine: SpeechEngine | undefined };

/**
 * What is said in a recording. Each utterance is written down by itself, so it is certain who says it and when, whatever
 * the engine tells.
 */
export async function transcribe(
  file: string,
  { utterances, language, engine }: Transcribing,
  { now, tell }: Surroundings,
): Promise<Transcription> {
  const able = engine?.knows(language) ? engine : undefined;
  const ending = () => ({ engine: able?.name ?? null, completed_at: now().toISOString(), language });
  try {
    if (!able)
      throw new InsightFailure(
        'unavailable',
        'no_engine_for_language',
        `No engine transcribes the language ${language}.`,
      );
    const segments = redactCards(await write(file, utterances, language, able));
    const text = segments.map((segment) => segment.text).join('\n');
    return { status: 'ready', reason: null, ...ending(), text, segments };
  } catch (error) {
    if (!(error instanceof InsightFailure)) throw error;
    tell(error.message);
    const { status, reason } = error;
    return { ...nothingLearned.transcription, status, reason, ...ending() };
  }
}

async function write(
  file: string,
  utterances: Utterance[],
  language: string,
  engine: SpeechEngine,
): Promise<Segment[]> {
  await using wav = await openWav(file);
  const segments: Segment[] = [];
  for (const { speaker, start, end } of utterances) {
    const channel = speaker === 'staff' ? 0 : 1;
    const speech = await wav.readSpeech(channel, start - marginSeconds, end + marginSeconds);
    const text = plainText(await engine.write(speech, language));
    const times = { start_seconds: round(start, 3), end_seconds: round(end, 3) };
    if (text) segments.push({ index: segments.length, speaker, ...times, text });
  }
  return segments;
}
