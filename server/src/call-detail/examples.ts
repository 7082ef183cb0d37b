import { examples as callExamples } from '../calls/examples.ts';

// The examples of the OpenAPI document. A test validates each against its schema.

const { item, inFull } = callExamples;

const segments = [
  spoken(
    0,
    'staff',
    [0.15, 5.12],
    'Hello, this is Hanako Sato from Sample Corporation. I am calling about your order.',
  ),
  spoken(1, 'customer', [5.61, 7.94], 'Thank you for calling. When will it arrive?'),
  spoken(2, 'staff', [8.43, 12.3], 'It left our warehouse this morning, so it arrives on Thursday.'),
  spoken(3, 'customer', [13.02, 15.87], 'Could you deliver it after six in the evening?'),
  spoken(4, 'staff', [16.5, 20.16], 'One moment, please. I will ask the delivery company.'),
  spoken(5, 'staff', [86.4, 90.02], 'Yes, they can. I have changed the delivery to Thursday at seven.'),
  spoken(6, 'customer', [90.75, 93.1], 'Thank you very much for your help.'),
];

function spoken(index: number, speaker: string, [start_seconds, end_seconds]: [number, number], text: string) {
  return { index, speaker, start_seconds, end_seconds, text, confidence: 0.94, language: 'en' };
}

const call = {
  ...inFull,
  recording: {
    status: 'ready',
    duration_seconds: 152.4,
    size_bytes: 4_876_844,
    channels: 2,
    pauses: [{ start_seconds: 61.2, end_seconds: 84.9 }],
    url: 'https://calls.example/listen/7.live.call_01KA3HDNJ47K45VGPGDPSZXXF4.1794735161.qDaV0qP3nUqFvVb2PbRk5x8n0kFZ0h3rJqv6bXc1l9A',
    url_expires_at: '2026-11-15T10:32:41.000Z',
  },
  transcription: {
    status: 'ready',
    reason: null,
    engine: 'moonshine-base-1',
    completed_at: '2026-11-15T09:33:02.340Z',
    language: 'en',
    language_confidence: 0.981,
    text: segments.map(({ text }) => text).join('\n'),
    segments,
  },
  summary: {
    status: 'ready',
    reason: null,
    engine: 'textrank-2',
    completed_at: '2026-11-15T09:33:02.410Z',
    method: 'extractive',
    language: 'en',
    text: 'It left our warehouse this morning, so it arrives on Thursday. Could you deliver it after six in the evening?',
    key_points: [
      'It left our warehouse this morning, so it arrives on Thursday.',
      'Could you deliver it after six in the evening?',
    ],
    keywords: ['delivery', 'Thursday', 'evening', 'order'],
    action_items: null,
  },
  voice_analysis: {
    status: 'ready',
    reason: null,
    engine: 'silero-vad-5',
    completed_at: '2026-11-15T09:32:44.120Z',
    duration_seconds: 152.4,
    talk_ratio: 0.5614,
    silence: { seconds: 14.2, ratio: 0.0932, count: 3, min_seconds: 3, longest_seconds: 6.1 },
    overlap: { seconds: 1.4, ratio: 0.0092, count: 1, min_seconds: 1 },
    turn_switches: 24,
    turn_switches_per_minute: 9.45,
    speakers: {
      staff: {
        talk_seconds: 68.2,
        listen_seconds: 53.28,
        longest_monologue_seconds: 11.9,
        interruptions: 1,
        response_delay_seconds: 0.6,
        speech_rate: { value: 148.2, unit: 'words_per_minute' },
        pitch: { median_hz: 121.4, stdev_semitones: 2.8 },
        loudness_dbfs: -21.7,
      },
      customer: {
        talk_seconds: 53.28,
        listen_seconds: 68.2,
        longest_monologue_seconds: 8.4,
        interruptions: 0,
        response_delay_seconds: 0.9,
        speech_rate: { value: 161.9, unit: 'words_per_minute' },
        pitch: { median_hz: 203.6, stdev_semitones: 3.4 },
        loudness_dbfs: -24.1,
      },
    },
    sentiment: null,
    quality: { rating: 'good', issues: [], signal_to_noise_db: { staff: 31.2, customer: 27.9 } },
  },
};

const stateOf = ({
  status,
  reason,
  engine,
  completed_at,
}: (typeof call)['summary' | 'transcription' | 'voice_analysis']) => ({
  ...{ status, reason, engine, completed_at },
});
const changed = {
  ...call,
  phone_number: item.phone_number,
  recording: { ...call.recording, url: null, url_expires_at: null },
  transcription: stateOf(call.transcription),
  summary: stateOf(call.summary),
  voice_analysis: stateOf(call.voice_analysis),
};

export const examples = { call, changed };
