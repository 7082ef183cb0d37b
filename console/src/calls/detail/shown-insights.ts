import type { Call } from '../call.ts';

type Insights = Pick<Call, 'summary' | 'transcription' | 'voice_analysis'>;

/** Whether the recording was analyzed and has no speech. */
export function isSilent({ summary, transcription, voice_analysis }: Insights): boolean {
  const { speakers } = voice_analysis ?? {};
  const hasTalk = !speakers || speakers.staff.talk_seconds > 0 || speakers.customer.talk_seconds > 0;
  const hasWords = Boolean(transcription?.segments.length) || summary?.status === 'ready';
  return voice_analysis?.status === 'ready' && !hasTalk && !hasWords;
}

/** The insights that say something: the section of the recording already says that there is no recording, or no speech. */
export function shownInsights(call: Insights): Insights {
  const { summary, transcription, voice_analysis } = call;
  if (isSilent(call)) return { summary: null, transcription: null, voice_analysis: null };
  return {
    summary: hasRecording(summary) ? summary : null,
    transcription: hasRecording(transcription) ? transcription : null,
    voice_analysis: hasRecording(voice_analysis) ? voice_analysis : null,
  };
}

const hasRecording = (insight: { reason: string | null } | null) =>
  insight?.reason !== 'no_recording' && insight?.reason !== 'recording_deleted';
