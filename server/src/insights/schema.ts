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
import { Type } from '../platform/schema-type.ts';
import { type InsightName, insightNames, moods } from './insight.ts';

const insight = {
  status: word(
    ['pending', 'ready', 'failed', 'unavailable'],
    '`pending`: in progress or queued. `ready`: finished. `failed`: an error occurred; you can request it again with `POST /calls/{callId}/analyze`. `unavailable`: not possible for this call; see `reason`.',
  ),
  reason: textOrNull(
    'Why there is no result; null if the status is `pending` or `ready`. For example `no_recording`, `recording_deleted`, `switched_off` (analysis is turned off for the project or tenant), `mono_recording` (the parties cannot be separated), `no_engine_for_language`, `language_uncertain` (no language could be detected with enough certainty), `no_speech`, `no_transcription` or `engine_unreachable`. New values may be added.',
  ),
  engine: textOrNull('Name and version of the engine that produced the result. Null if there is no result.'),
  completed_at: timestampOrNull('Time at which the analysis finished. Null while it is pending.'),
};

const share = (description: string) => nullable(Type.Number({ minimum: 0, maximum: 1, description }));

const Segment = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'Position in the conversation, starting at 0.' }),
    speaker: word(['staff', 'customer'], 'The speaking party.'),
    start_seconds: Type.Number({ description: 'Start, in seconds from the start of the recording.' }),
    end_seconds: Type.Number({ description: 'End, in seconds from the start of the recording.' }),
    text: Type.String({ description: 'The spoken words.' }),
    confidence: share(
      'How sure the engine is of the text, from 0 to 1. Below 0.5 the text is often wrong. Null if the engine does not say.',
    ),
    language: textOrNull('Language of the utterance, such as `ja`. Null if it is not known.'),
  },
  { title: 'TranscriptSegment', description: 'One utterance of one party.' },
);

export const TranscriptionSchema = Type.Object(
  {
    ...insight,
    language: textOrNull(
      'Spoken language, such as `ja` or `en`; that of the party who spoke for longer if the two differ. Null if it is not known.',
    ),
    language_confidence: share(
      'Probability of the detected language, from 0.9 to 1. Null if the language was not detected but configured, or if it is not known.',
    ),
    text: textOrNull('The whole transcript, one line per utterance. Null if there is no transcript.'),
    segments: Type.Array(Segment, {
      description: 'The transcript as utterances with speaker and time, in order of time.',
    }),
  },
  { title: 'Transcription', description: 'Transcript of a call.' },
);

export const SummarySchema = Type.Object(
  {
    ...insight,
    method: wordOrNull(
      ['extractive', 'abstractive'],
      '`extractive`: sentences taken from the transcript. `abstractive`: newly written by a language model. Null if there is no summary.',
    ),
    language: textOrNull('Language of the summary, such as `ja` or `en`. Null if there is no summary.'),
    text: textOrNull('Summary of the call in a few sentences. Null if there is none.'),
    key_points: Type.Array(Type.String(), { description: 'Most important statements of the call.' }),
    keywords: Type.Array(Type.String(), { description: 'Most prominent words of the call.' }),
    action_items: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string' },
      description:
        'Tasks that the parties agreed on. Null if they were not determined, as with the `extractive` method; empty if there are none.',
    }),
  },
  { title: 'CallSummary', description: 'Summary of a call.' },
);

const talkRatio = share(
  'Share of the staff member in the total talk time, from 0 to 1 with four decimals. Null if there is no speech.',
);

const spells = (title: string, what: string, shortest: number) =>
  Type.Object(
    {
      seconds: Type.Number({ description: `Total duration of ${what}, in seconds.` }),
      ratio: Type.Number({ description: 'Total duration as a share of the recording, from 0 to 1.' }),
      count: Type.Integer({ description: 'Number of occurrences.' }),
      ...(what === 'silence' && {
        longest_seconds: Type.Number({ description: 'Duration of the longest occurrence, in seconds.' }),
      }),
      min_seconds: Type.Number({
        description: `Minimum duration, in seconds: shorter occurrences are not counted. Always ${shortest}.`,
      }),
    },
    { title },
  );

const SpeakerAnalysis = Type.Object(
  {
    talk_seconds: Type.Number({ description: 'Talk time of this party, in seconds.' }),
    listen_seconds: Type.Number({ description: 'Talk time of the other party, in seconds.' }),
    longest_monologue_seconds: Type.Number({
      description: 'Longest time for which this party spoke without a turn of the other one, in seconds.',
    }),
    interruptions: Type.Integer({
      description: 'Number of times that this party started to speak while the other one was speaking.',
    }),
    response_delay_seconds: numberOrNull(
      'Median pause before this party responds to the other one, in seconds. Null if this party never responds.',
    ),
    speech_rate: orNull(
      Type.Object({
        value: Type.Number({ description: 'Average rate, in `unit`.' }),
        unit: Type.String({
          description: '`words_per_minute`, or `characters_per_minute` for languages without spaces, such as Japanese.',
        }),
      }),
      'Speaking rate of this party. Null if there is no transcript, or less than 2 seconds of speech.',
    ),
    pitch: orNull(
      Type.Object({
        median_hz: Type.Number({ description: 'Median pitch of the voice, in hertz.' }),
        stdev_semitones: Type.Number({ description: 'Variation of the pitch: standard deviation in semitones.' }),
      }),
      'Pitch of the voice of this party. Null if it could not be measured.',
    ),
    loudness_dbfs: numberOrNull(
      'Average loudness of this party, in dBFS: 0 is the maximum, lower is quieter. Null if this party did not speak.',
    ),
  },
  { title: 'SpeakerAnalysis', description: 'Measurements of one party.' },
);

const Quality = Type.Object(
  {
    rating: word(['good', 'low'], '`good`, or `low`: the measurements of this recording are less reliable.'),
    issues: Type.Array(Type.String(), {
      description:
        'Reasons for a `low` rating: `noisy_staff`, `noisy_customer`, `clipped_staff`, `clipped_customer`. Empty if the rating is `good`.',
    }),
    signal_to_noise_db: Type.Object(
      {
        staff: numberOrNull(
          'Signal-to-noise ratio of the staff member, in decibels. Null if it could not be measured.',
        ),
        customer: numberOrNull('Signal-to-noise ratio of the customer, in decibels. Null if it could not be measured.'),
      },
      { title: 'SignalToNoise', description: 'Level of the voice above the background noise, for each party.' },
    ),
  },
  { title: 'RecordingQuality' },
);

export const VoiceAnalysisSchema = Type.Object(
  {
    ...insight,
    duration_seconds: numberOrNull('Length of the recording, in seconds. Null if there is no result.'),
    talk_ratio: talkRatio,
    silence: orNull(
      spells('Silence', 'silence', 3),
      'Pauses in which neither party speaks. Null if there is no result.',
    ),
    overlap: orNull(
      spells('Overlap', 'overlap', 1),
      'Times at which both parties speak at once. Null if there is no result.',
    ),
    turn_switches: countOrNull('Number of times that the speaker changes. Null if there is no result.'),
    turn_switches_per_minute: numberOrNull('Number of speaker changes per minute. Null if there is no result.'),
    speakers: orNull(
      Type.Object({ staff: SpeakerAnalysis, customer: SpeakerAnalysis }, { title: 'Speakers' }),
      'Measurements of each party. Null if there is no result.',
    ),
    sentiment: orNull(
      Type.Object(
        { staff: word(moods, 'Sentiment of the staff member.'), customer: word(moods, 'Sentiment of the customer.') },
        { title: 'Sentiment' },
      ),
      'Sentiment of each party, determined by a language model from the transcript. Null if the server has no language model.',
    ),
    quality: orNull(Quality, 'Technical quality of the recording. Null if there is no result.'),
  },
  { title: 'VoiceAnalysis', description: 'Measurements of how the parties of a call spoke, made from the audio.' },
);

export const InsightState = Type.Object(insight, {
  title: 'InsightState',
  description: 'State of one analysis of a call.',
});

export const AnalyzeQuery = inputObject({
  from: Type.Optional(
    Type.Unsafe<InsightName>({
      type: 'string',
      enum: insightNames,
      description:
        'First step to run again: `voice_analysis`, `transcription` or `summary`. The steps after it run again too, because they use its result. Default: the first step that is not `ready`.',
    }),
  ),
});
