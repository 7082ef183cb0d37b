import type { Log } from '../platform/log.ts';

// The insights from a recording, in the shape that the API answers (`schema.ts` describes it to clients).

export type Speaker = 'staff' | 'customer';
export const speakers: readonly Speaker[] = ['staff', 'customer'];

/** Seconds from the beginning of the recording. */
export type Stretch = { start: number; end: number };

/** A piece of one party's speech without a long pause: at most 15 seconds, so that every engine accepts it. */
export type Utterance = Stretch & { speaker: Speaker };

export type Insight = {
  status: 'ready' | 'failed' | 'unavailable';
  reason: string | null;
  engine: string | null;
  completed_at: string;
};

type Spells = { seconds: number; ratio: number; count: number; min_seconds: number };

export type SpeakerAnalysis = {
  talk_seconds: number;
  listen_seconds: number;
  longest_monologue_seconds: number;
  interruptions: number;
  response_delay_seconds: number | null;
  speech_rate: { value: number; unit: 'words_per_minute' | 'characters_per_minute' } | null;
  pitch: { median_hz: number; stdev_semitones: number } | null;
  loudness_dbfs: number | null;
};

export type Quality = {
  rating: 'good' | 'low';
  /** For example `noisy_customer` or `clipped_staff`. */
  issues: string[];
  signal_to_noise_db: Record<Speaker, number | null>;
};

export type VoiceAnalysis = Insight & {
  duration_seconds: number | null;
  talk_ratio: number | null;
  silence: (Spells & { longest_seconds: number }) | null;
  overlap: Spells | null;
  turn_switches: number | null;
  turn_switches_per_minute: number | null;
  speakers: Record<Speaker, SpeakerAnalysis> | null;
  sentiment: Sentiment | null;
  quality: Quality | null;
};

export type Segment = {
  index: number;
  speaker: Speaker;
  start_seconds: number;
  end_seconds: number;
  text: string;
  /** How sure the engine is of the text, from 0 to 1; null if it does not say. */
  confidence: number | null;
  language: string | null;
};

export type Transcription = Insight & {
  language: string | null;
  /** The probability of a detected language; null if the language was configured. */
  language_confidence: number | null;
  text: string | null;
  segments: Segment[];
};

export type Summary = Insight & {
  method: 'extractive' | 'abstractive' | null;
  language: string | null;
  text: string | null;
  key_points: string[];
  keywords: string[];
  action_items: string[] | null;
};

/** In the order in which they are made: each step uses the results of the steps before it. */
export type Insights = { voice_analysis: VoiceAnalysis; transcription: Transcription; summary: Summary };
export type InsightName = keyof Insights;
export const insightNames = ['voice_analysis', 'transcription', 'summary'] as const satisfies InsightName[];

export const moods = ['positive', 'neutral', 'negative'] as const;
export type Sentiment = Record<Speaker, (typeof moods)[number]>;

/** An engine cannot do its work. This is expected: the insight gets this status and reason, and can be tried again. */
export class InsightFailure extends Error {
  readonly status: 'failed' | 'unavailable';
  readonly reason: string;

  constructor(status: 'failed' | 'unavailable', reason: string, explanation: string, options?: ErrorOptions) {
    super(explanation, options);
    this.status = status;
    this.reason = reason;
  }
}

export type Surroundings = {
  now: () => Date;
  /** Reports a failure to the operator. The sentence never contains words from a call, nor a key. */
  report: (sentence: string) => void;
  /** Logs progress while a task runs, such as a download. */
  note?: Log;
};

export const round = (value: number, decimals: number) => Number(value.toFixed(decimals));
