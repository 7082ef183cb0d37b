import { autoLanguage } from '../../platform/text/language.ts';
import { emptyInsights } from '../empty-insights.ts';
import {
  InsightFailure,
  round,
  type Segment,
  type Speaker,
  type Surroundings,
  speakers,
  type Transcription,
  type Utterance,
} from '../insight.ts';
import { openWav, type WavFile } from '../voice/wav-file.ts';
import { detectLanguages, type Spoken } from './detect-languages.ts';
import { plainText } from './plain-text.ts';
import { redactCards } from './redact-cards.ts';
import type { SpeechEngine, Written } from './speech-engine.ts';

/** Engines miss a word that begins right at the start of the sound. */
const marginSeconds = 0.1;

/**
 * The utterances to transcribe, and the engine; `engine` is undefined if there is none. The language may be `auto`: then it is
 * detected.
 */
export type Transcribing = { utterances: Utterance[]; language: string; engine: SpeechEngine | undefined };

/** BCP 47 for a language that is not known: an engine that takes it detects the language of each utterance by itself. */
const unknown = 'und';

type Languages = Omit<Spoken, 'language' | 'confidence'> & {
  language: string | null;
  confidence: number | null;
};

/**
 * Transcribes a recording. Each utterance is transcribed separately, so its speaker and time are certain, whatever the engine
 * answers.
 */
export async function transcribe(
  file: string,
  { utterances, language, engine }: Transcribing,
  { now, report }: Surroundings,
): Promise<Transcription> {
  const found = {
    engine: null as string | null,
    language: language === autoLanguage ? null : language,
    language_confidence: null as number | null,
  };
  const ending = () => ({ ...found, completed_at: now().toISOString() });
  // Nothing was said, as it may be in a call with a configured language: there is no language to detect, nor an engine for it.
  if (language === autoLanguage && engine?.detect && utterances.length === 0)
    return { status: 'ready', reason: null, ...ending(), text: '', segments: [] };
  try {
    const spoken = await languagesOf(file, { utterances, language, engine });
    found.language = spoken.language;
    found.language_confidence = spoken.confidence === null ? null : round(spoken.confidence, 3);
    const names = speakers.map((speaker) => nameOf(engine, spoken.by[speaker]));
    found.engine = [...new Set(names)].join(' + ');
    const segments = redactCards(await write(file, utterances, spoken.by, engine as SpeechEngine));
    found.language ??= prevailing(segments);
    const text = segments.map((segment) => segment.text).join('\n');
    return { status: 'ready', reason: null, ...ending(), text, segments };
  } catch (error) {
    if (!(error instanceof InsightFailure)) throw error;
    report(error.message);
    const { status, reason } = error;
    return { ...emptyInsights.transcription, status, reason, ...ending() };
  }
}

async function languagesOf(file: string, { utterances, language, engine }: Transcribing): Promise<Languages> {
  if (language !== autoLanguage) return { by: { staff: language, customer: language }, language, confidence: null };
  if (!engine?.detect) return { by: { staff: unknown, customer: unknown }, language: null, confidence: null };
  const detect = engine.detect.bind(engine);
  await using wav = await openWav(file);
  return await detectLanguages(utterances, async (utterance) => detect(await speechOf(wav, utterance)));
}

function nameOf(engine: SpeechEngine | undefined, language: string): string {
  const name = engine?.nameFor(language);
  if (name !== undefined) return name;
  const what = language === unknown ? 'a language that is not configured' : `the language ${language}`;
  throw new InsightFailure('unavailable', 'no_engine_for_language', `No engine transcribes ${what}.`);
}

async function write(
  file: string,
  utterances: Utterance[],
  languages: Record<Speaker, string>,
  engine: SpeechEngine,
): Promise<Segment[]> {
  await using wav = await openWav(file);
  const writtenOf = new Map<Utterance, Written>();
  // One language after the other: an engine may have to load another model for each.
  for (const language of new Set(speakers.map((speaker) => languages[speaker])))
    for (const utterance of utterances.filter(({ speaker }) => languages[speaker] === language))
      writtenOf.set(utterance, await engine.write(await speechOf(wav, utterance), language));
  const segments: Segment[] = [];
  for (const utterance of utterances) {
    const { speaker, start, end } = utterance;
    const { text = '', confidence = null, language = null } = writtenOf.get(utterance) ?? {};
    const plain = plainText(text);
    if (!plain) continue;
    segments.push({
      ...{ index: segments.length, speaker, start_seconds: round(start, 3), end_seconds: round(end, 3), text: plain },
      confidence: confidence === null ? null : round(confidence, 3),
      language: languages[speaker] === unknown ? language : languages[speaker],
    });
  }
  return segments;
}

function speechOf(wav: WavFile, { speaker, start, end }: Utterance): Promise<Float32Array> {
  return wav.readSpeech(speaker === 'staff' ? 0 : 1, start - marginSeconds, end + marginSeconds);
}

/** The language in which most was said, by the engine's own account; null if it gives none. */
function prevailing(segments: Segment[]): string | null {
  const seconds = new Map<string, number>();
  for (const { language, start_seconds, end_seconds } of segments)
    if (language) seconds.set(language, (seconds.get(language) ?? 0) + end_seconds - start_seconds);
  return [...seconds].reduce<[string | null, number]>((best, one) => (one[1] > best[1] ? one : best), [null, 0])[0];
}
