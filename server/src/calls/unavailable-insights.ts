import type { CallState } from './call-state.ts';

/** What is known of a conversation: nothing until there is something that listens to it, and nothing without one. */
export function insightsOf({ status, ended_at }: Pick<CallState, 'status' | 'ended_at'>) {
  if (status !== 'connected' || !ended_at) return { transcription: null, summary: null, voice_analysis: null };
  return unavailable;
}

const noEngine = { status: 'unavailable', reason: 'no_engine', engine: null, completed_at: null };

export const unavailable = {
  transcription: { ...noEngine, language: null, text: null, segments: [] },
  summary: { ...noEngine, method: null, language: null, text: null, key_points: [], keywords: [], action_items: null },
  voice_analysis: {
    ...noEngine,
    duration_seconds: null,
    talk_ratio: null,
    silence: null,
    overlap: null,
    turn_switches: null,
    turn_switches_per_minute: null,
    speakers: null,
    sentiment: null,
    quality: null,
  },
};
