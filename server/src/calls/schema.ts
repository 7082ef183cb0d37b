import { type TSchema, Type } from 'typebox';
import { id, list, nullable, single, timestamp, timestampOrNull } from '../http/schema.ts';
import { moods } from '../insights/insight.ts';
import { callStatuses } from './call-state.ts';

const word = <const W extends string>(words: readonly W[], description: string) =>
  Type.Unsafe<W>({ type: 'string', enum: words, description });
const wordOrNull = <const W extends string>(words: readonly W[], description: string) =>
  Type.Unsafe<W | null>({ type: ['string', 'null'], enum: [...words, null], description });
const text = (description: string) => nullable(Type.String({ description }));
const number = (description: string) => nullable(Type.Number({ description }));
const count = (description: string) => nullable(Type.Integer({ minimum: 0, description }));
const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const callTag = {
  name: 'Calls',
  description:
    'Calls between staff and customers. A test key makes and sees test calls only, which ring no telephone; a live key makes and sees live ones.',
};

export const CallId = Type.String({
  title: 'CallId',
  description:
    "The `call_id` of the call. One that does not exist, belongs to another tenant or to the other kind of key, or isn't an id at all is 404.",
  examples: ['call_01KA3HDNJ47K45VGPGDPSZXXF4'],
});

const call_id = Type.String({
  pattern: '^call_[0-7][0-9A-HJKMNP-TV-Z]{25}$',
  description: 'Assigned by the service. Ids sort by the time of initiation.',
  examples: ['call_01KA3HDNJ47K45VGPGDPSZXXF4'],
});
const status = word(
  callStatuses,
  'Where the call is, or how it ended. `connected` stays `connected` after hang-up: a call is over when `ended_at` is set.',
);

const item = {
  call_id,
  call_type: word(['outbound', 'inbound'], 'Who called: `outbound` is a call of ours, `inbound` one to us.'),
  status,
  phone_number: Type.String({
    description:
      'Number of the other party, masked: the first three digits and the last four. `anonymous` for a caller who shows none.',
    examples: ['819*****5678'],
  }),
  staff_id: nullable(id('Staff member of the call; null where none has taken an inbound call.')),
  project_id: id('Project that the call belongs to.'),
  started_at: timestampOrNull('When it was answered; until then, when dialling began. Null before that.'),
  ended_at: timestampOrNull('When it ended; null while it is going on.'),
  duration_seconds: count(
    'Whole seconds of talk, from answer to end; 0 for a call that was never answered, null while it is going on.',
  ),
  external_id: text("The client's own record id, as it was given at initiation."),
};

export const CallItem = Type.Object(item, { title: 'CallItem', description: 'A call as it stands in a list.' });

const Recording = Type.Object(
  {
    status: word(['ready', 'deleted'], 'Whether it can be listened to, or was kept for its time and is deleted.'),
    duration_seconds: number('How long it is.'),
    size_bytes: count('How large it is as a WAV file.'),
    channels: count('2 where the two parties have a channel each, the staff member on the left.'),
    url: text(
      'A link to it that needs no API key, for a browser or a player, until `url_expires_at`: WAV, or with `?format=mp3` MP3. Each answer has a new one; keep it as secret as the recording. Null where it is deleted, and in the answer to a hang-up.',
    ),
    url_expires_at: timestampOrNull('When the link stops working, an hour after this answer.'),
  },
  { title: 'Recording' },
);

const insight = {
  status: word(['pending', 'ready', 'failed', 'unavailable'], 'Whether it is there, will be, or will not be.'),
  reason: text(
    'Why it is not there: `no_recording`, `recording_deleted`, `switched_off`, `mono_recording`, `no_engine_for_language`, `engine_unreachable` and the like; null where it is, or will be.',
  ),
  engine: text('What made it, with its version.'),
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

const Transcription = Type.Object(
  {
    ...insight,
    language: text('Language that is spoken, such as `ja` or `en`.'),
    text: text('Everything that is said.'),
    segments: Type.Array(Segment, { description: 'The same by speaker and time.' }),
  },
  { title: 'Transcription' },
);

const Summary = Type.Object(
  {
    ...insight,
    method: wordOrNull(['extractive', 'abstractive'], 'Whether its sentences are from the call or newly written.'),
    language: text('Language it is written in.'),
    text: text('The call in a few sentences.'),
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
    response_delay_seconds: number('Median time until this party answered.'),
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
    loudness_dbfs: number('How loud this party spoke.'),
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
        staff: number("How much louder than the noise the staff member's voice is."),
        customer: number("How much louder than the noise the customer's voice is."),
      },
      { title: 'SignalToNoise' },
    ),
  },
  { title: 'RecordingQuality' },
);

const VoiceAnalysis = Type.Object(
  {
    ...insight,
    duration_seconds: number('How long the recording is.'),
    talk_ratio: talkRatio,
    silence: orNull(spells('Silence', 'silence', 3), 'When nobody spoke.'),
    overlap: orNull(spells('Overlap', 'overlap', 1), 'When both spoke at once.'),
    turn_switches: count('How often the other party took over.'),
    turn_switches_per_minute: number('The same by the minute.'),
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

const whenConnected = 'Null while the call is going on, and where it never connected.';

const Call = Type.Object(
  {
    ...item,
    phone_number: Type.String({
      description: 'Number of the other party, in full, as it was sent or as it called.',
      examples: ['+81-90-1234-5678'],
    }),
    customer_id: nullable(id('Customer who has this number, where there was one at initiation.')),
    initiated_at: timestamp('When the call was accepted. It never changes; lists and reports go by it.'),
    answered_at: timestampOrNull('When the other party answered; null where nobody did, or only a voicemail box.'),
    ring_seconds: count(
      "Whole seconds for which the other party's phone rang; null where it never did, or still does.",
    ),
    end_reason: text('Why the call ended, exactly; null while it is going on.'),
    hangup_by: wordOrNull(['staff', 'customer', 'system'], 'Who ended it.'),
    sip_code: nullable(Type.Integer({ description: 'Answer of the telephone network, where there was one.' })),
    q850_cause: nullable(Type.Integer({ description: 'Cause code of the telephone network, where there was one.' })),
    staff_leg_status: text("How far the staff member's phone came: `dialling`, `ringing`, `answered`, `ended`."),
    customer_leg_status: text("How far the customer's phone came, in the same words."),
    test: Type.Boolean({ description: 'Whether a test key made it: then no telephone rang.' }),
    metadata: nullable(Type.Object({}, { additionalProperties: true, description: 'As it was given at initiation.' })),
    recording: orNull(
      Recording,
      'What was recorded; null where nothing was, and for a moment after a hang-up by the API.',
    ),
    transcription: orNull(Transcription, `What was said. ${whenConnected}`),
    summary: orNull(Summary, `What it was about. ${whenConnected}`),
    voice_analysis: orNull(VoiceAnalysis, `How they spoke. ${whenConnected}`),
  },
  { title: 'Call' },
);

const InsightState = Type.Object(insight, { title: 'InsightState' });
const state = orNull(InsightState, `How far it is. ${whenConnected}`);
const { phone_number: _, transcription, summary, voice_analysis, ...unchanged } = Call.properties;

/** What a key is told that may make calls and perhaps not read them. */
export const ChangedCallAnswer = single(
  Type.Object(
    { ...unchanged, phone_number: item.phone_number, transcription: state, summary: state, voice_analysis: state },
    {
      title: 'ChangedCall',
      description:
        'The call with its number masked, without a link to its recording, and without what was learned from it: `GET /calls/{callId}` has all of that.',
    },
  ),
);

/** All that is told of a call. */
export const callFields = Object.keys(Call.properties);
export const CallAnswer = single(Call);
export const CallList = list(CallItem);

const several = (name: string, description: string, example: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      description: `${description} Several ${name} with commas between them.`,
      examples: [example],
    }),
  );

/** What lists of calls are narrowed down by. */
export const CallFilterParameters = {
  status: several('statuses', `Only calls with this status: ${callStatuses.join(', ')}.`, 'no_answer,busy'),
  staff_id: several('ids', 'Only calls of this staff member.', '7'),
  project_id: several('ids', 'Only calls of this project.', '1,2'),
  call_type: several('types', 'Only calls of this type: outbound, inbound.', 'outbound'),
  external_id: several('ids', 'Only the call with this `external_id`.', 'crm-1001'),
  customer_id: several('ids', 'Only calls with this customer.', '42'),
};
