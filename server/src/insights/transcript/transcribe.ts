import { emptyInsights } from '../empty-insights.ts';
import {
  InsightFailure,
  round,
  type Segment,
  type Surroundings,
  type Transcription,
  type Utterance,
} from '../insight.ts';
import { openWav } from '../voice/wav-file.ts';
import { plainText } from './plain-text.ts';
import { redactCards } from './redact-cards.ts';
import type { SpeechEngine } from './speech-engine.ts';

/** Engines miss a word that begins right at the start of the sound. */
const marginSeconds = 0.1;

/** The utterances to transcribe, and the engine; `engine` is undefined if there is none. */
export type Transcribing = { utterances: Utterance[]; language: string; engine: SpeechEngine | undefined };

/**
 * Transcribes a recording. Each utterance is transcribed separately, so its speaker and time are certain, whatever the engine
 * answers.
 */
export async function transcribe(
  file: string,
  { utterances, language, engine }: Transcribing,
  { now, report }: Surroundings,
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
    report(error.message);
    const { status, reason } = error;
    return { ...emptyInsights.transcription, status, reason, ...ending() };
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
