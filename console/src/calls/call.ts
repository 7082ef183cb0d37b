import type { Shapes } from '../api/types.ts';

export type CallItem = Shapes['CallItem'];
export type CallStatus = CallItem['status'];
export type CallSigns = Shapes['CallSigns'];
export type Call = Shapes['Call'];
export type Summary = Shapes['CallSummary'];
export type Transcription = Shapes['Transcription'];
export type Segment = Shapes['TranscriptSegment'];
export type Speaker = Segment['speaker'];
export type VoiceAnalysis = Shapes['VoiceAnalysis'];
export type SpeakerAnalysis = Shapes['SpeakerAnalysis'];
export type VoiceAverage = Shapes['VoiceAverage'];
export type NewCall = Shapes['NewCall'];

/** In the order in which a call reaches them. */
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
] as const satisfies CallStatus[];

/** The call in an event, with a few more fields than in a list. */
type EventCall = CallItem & { initiated_at: string; sequence: number };
export type StreamedEvent = { id: string; type: string; timestamp: string; test: boolean; data: EventCall };
