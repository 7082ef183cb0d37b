export const callStatuses = [
  'initiating',
  'ringing',
  'connected',
  'no_answer',
  'busy',
  'rejected',
  'canceled',
  'failed',
  'missed_call',
  'voicemail',
] as const;
export type CallStatus = (typeof callStatuses)[number];

export type CallItem = {
  call_id: string;
  call_type: 'outbound' | 'inbound';
  status: CallStatus;
  phone_number: string;
  staff_id: number | null;
  project_id: number;
  started_at: string | null;
  ended_at: string | null;
  duration_seconds: number | null;
  external_id: string | null;
};

type Insight = {
  status: 'pending' | 'ready' | 'failed' | 'unavailable';
  reason: string | null;
  engine: string | null;
  completed_at: string | null;
};
export type Speaker = 'staff' | 'customer';
export type Segment = { index: number; speaker: Speaker; start_seconds: number; end_seconds: number; text: string };
type Transcription = Insight & { language: string | null; text: string | null; segments: Segment[] };
export type Summary = Insight & {
  method: 'extractive' | 'abstractive' | null;
  language: string | null;
  text: string | null;
  key_points: string[];
  keywords: string[];
  action_items: string[] | null;
};
export type SpeakerAnalysis = {
  talk_seconds: number;
  listen_seconds: number;
  longest_monologue_seconds: number;
  interruptions: number;
  response_delay_seconds: number | null;
  speech_rate: { value: number; unit: string } | null;
  pitch: { median_hz: number; stdev_semitones: number } | null;
  loudness_dbfs: number | null;
};
export type VoiceAnalysis = Insight & {
  duration_seconds: number | null;
  talk_ratio: number | null;
  silence: { seconds: number; ratio: number; count: number; longest_seconds: number } | null;
  overlap: { seconds: number; ratio: number; count: number } | null;
  turn_switches: number | null;
  turn_switches_per_minute: number | null;
  speakers: Record<Speaker, SpeakerAnalysis> | null;
};
type Recording = {
  status: 'ready' | 'deleted';
  duration_seconds: number | null;
  size_bytes: number | null;
  channels: number | null;
};

export type Call = CallItem & {
  customer_id: number | null;
  initiated_at: string;
  answered_at: string | null;
  ring_seconds: number | null;
  end_reason: string | null;
  hangup_by: 'staff' | 'customer' | 'system' | null;
  sip_code: number | null;
  q850_cause: number | null;
  staff_leg_status: string | null;
  customer_leg_status: string | null;
  test: boolean;
  metadata: Record<string, unknown> | null;
  recording: Recording | null;
  transcription: Transcription | null;
  summary: Summary | null;
  voice_analysis: VoiceAnalysis | null;
};

/** The call of an event, which says a little more than a list does. */
type EventCall = CallItem & { initiated_at: string; sequence: number };
export type StreamedEvent = { id: string; type: string; timestamp: string; test: boolean; data: EventCall };

export type NewCall = { phone_number: string; staff_id: number; project_id: number; external_id?: string };
export type StartedCall = { call_id: string; status: 'initiating'; staff_id: number; initiated_at: string };
