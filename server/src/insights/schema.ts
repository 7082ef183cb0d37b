import { Type } from 'typebox';
import {
  countOrNull,
  inputObject,
  nullable,
  numberOrNull,
  orNull,
  textOrNull,
  timestampOrNull,
  word,
  wordOrNull,
} from '../http/input/schema.ts';
import { type InsightName, insightNames, moods } from './insight.ts';

const insight = {
  status: word(['pending', 'ready', 'failed', 'unavailable'], 'Whether it is there, will be, or will not be.'),
  reason: textOrNull(
    'Why it is not there: `no_recording`, `recording_deleted`, `switched_off`, `mono_recording`, `no_engine_for_language`, `engine_unreachable` and the like; null where it is, or will be.',
  ),
  engine: textOrNull('What made it, with its version.'),
  completed_at: timestampOrNull('When it was finished.'),
};

const Segment = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'Position in the conversation, from 0.' }),
    speaker: word(['staff', 'customer'], 'Who speaks.'),
    start_seconds: Type.Number({ description: 'When it begins, from the beginning of the recording.' }),
    end_seconds: Type.Number({ description: 'When it ends.' }),
    text: Type.String({ description: 'What is said.' }),
  },
  { title: 'TranscriptSegment' },
);

export const Transcription = Type.Object(
  {
    ...insight,
    language: textOrNull('Language that is spoken, such as `ja` or `en`.'),
    text: textOrNull('Everything that is said.'),
    segments: Type.Array(Segment, { description: 'The same by speaker and time.' }),
  },
  { title: 'Transcription' },
);

export const Summary = Type.Object(
  {
    ...insight,
    method: wordOrNull(['extractive', 'abstractive'], 'Whether its sentences are from the call or newly written.'),
    language: textOrNull('Language it is written in.'),
    text: textOrNull('The call in a few sentences.'),
    key_points: Type.Array(Type.String(), { description: 'What mattered.' }),
    keywords: Type.Array(Type.String(), { description: 'Words that were prominent.' }),
    action_items: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string' },
      description: 'What was agreed to be done; null where nobody tried to find out.',
    }),
  },
  { title: 'CallSummary' },
);

const talkRatio = nullable(
  Type.Number({
    minimum: 0,
    maximum: 1,
    description: "The staff member's part of all talk, 0 to 1 with four decimals; null without speech.",
  }),
);

const spells = (title: string, what: string, shortest: number) =>
  Type.Object(
    {
      seconds: Type.Number({ description: `How long there was ${what}, in all.` }),
      ratio: Type.Number({ description: 'The same as a part of the call, 0 to 1.' }),
      count: Type.Integer({ description: 'How often.' }),
      ...(what === 'silence' && { longest_seconds: Type.Number({ description: 'The longest one.' }) }),
      min_seconds: Type.Number({ description: `Shorter ones are not counted: ${shortest}.` }),
    },
    { title },
  );

const SpeakerAnalysis = Type.Object(
  {
    talk_seconds: Type.Number({ description: 'How long this party spoke.' }),
    listen_seconds: Type.Number({ description: 'How long the other one spoke.' }),
    longest_monologue_seconds: Type.Number({ description: 'The longest time without the other one.' }),
    interruptions: Type.Integer({ description: 'How often this party began while the other one spoke.' }),
    response_delay_seconds: numberOrNull('Median time until this party answered.'),
    speech_rate: orNull(
      Type.Object({
        value: Type.Number({ description: 'How fast.' }),
        unit: Type.String({ description: 'In what, such as `words_per_minute`.' }),
      }),
      'How fast this party spoke.',
    ),
    pitch: orNull(
      Type.Object({
        median_hz: Type.Number({ description: 'Median pitch.' }),
        stdev_semitones: Type.Number({ description: 'How much it varied.' }),
      }),
      'How high this party spoke.',
    ),
    loudness_dbfs: numberOrNull('How loud this party spoke.'),
  },
  { title: 'SpeakerAnalysis' },
);

const Quality = Type.Object(
  {
    rating: word(['good', 'low'], 'Measures of a recording that is `low` are to be taken with care.'),
    issues: Type.Array(Type.String(), {
      description: 'Why: `noisy_staff`, `noisy_customer`, `clipped_staff`, `clipped_customer`.',
    }),
    signal_to_noise_db: Type.Object(
      {
        staff: numberOrNull("How much louder than the noise the staff member's voice is."),
        customer: numberOrNull("How much louder than the noise the customer's voice is."),
      },
      { title: 'SignalToNoise' },
    ),
  },
  { title: 'RecordingQuality' },
);

export const VoiceAnalysis = Type.Object(
  {
    ...insight,
    duration_seconds: numberOrNull('How long the recording is.'),
    talk_ratio: talkRatio,
    silence: orNull(spells('Silence', 'silence', 3), 'When nobody spoke.'),
    overlap: orNull(spells('Overlap', 'overlap', 1), 'When both spoke at once.'),
    turn_switches: countOrNull('How often the other party took over.'),
    turn_switches_per_minute: numberOrNull('The same by the minute.'),
    speakers: orNull(
      Type.Object({ staff: SpeakerAnalysis, customer: SpeakerAnalysis }, { title: 'Speakers' }),
      'Each party by itself.',
    ),
    sentiment: orNull(
      Type.Object(
        { staff: word(moods, "The staff member's mood."), customer: word(moods, "The customer's mood.") },
        { title: 'Sentiment' },
      ),
      'The mood of each party; null without a language model.',
    ),
    quality: orNull(Quality, 'How far the sound can be trusted.'),
  },
  { title: 'VoiceAnalysis' },
);

export const InsightState = Type.Object(insight, { title: 'InsightState' });

export const AnalyzeQuery = inputObject({
  from: Type.Optional(
    Type.Unsafe<InsightName>({
      type: 'string',
      enum: insightNames,
      description: 'The first that is made anew; those after it are too, because they go by it.',
    }),
  ),
});
