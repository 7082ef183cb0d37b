import { emptyInsights } from './empty-insights.ts';
import type { InsightName, Segment, Transcription } from './insight.ts';

/** The columns about the analysis of a call. */
type LearnedOfCall = Record<InsightName, unknown> & {
  status: string;
  ended_at: Date | null;
  recording: unknown;
  /** Whether a node still works on the call: its recording may not be stored yet. */
  is_open: boolean;
  /** Whether analysis was switched off for this call; null if there is no insights row. */
  is_analysis_off: boolean | null;
};

/** The insights as the API answers them: null if there was no conversation, or if it is still going on. */
export function insightsAnswer(call: LearnedOfCall) {
  const isOver = call.status === 'connected' && call.ended_at !== null;
  const answerOf = (name: InsightName) => (isOver ? (call[name] ?? missing(name, call)) : null);
  return {
    transcription: withNewerFields(answerOf('transcription') as StoredTranscription | null),
    summary: answerOf('summary'),
    voice_analysis: answerOf('voice_analysis'),
  };
}

type StoredSegment = Omit<Segment, 'confidence' | 'language'> & Partial<Segment>;
/** Transcripts from before languages were detected lack some fields. */
type StoredTranscription = Omit<Transcription, 'language_confidence' | 'segments'> & { segments: StoredSegment[] };

const withNewerFields = (stored: StoredTranscription | null) =>
  stored && {
    ...emptyInsights.transcription,
    ...stored,
    segments: stored.segments.map((segment) => ({ confidence: null, language: stored.language, ...segment })),
  };

function missing(name: InsightName, { recording, is_open, is_analysis_off }: LearnedOfCall): object {
  if (is_analysis_off) return notThere(name, 'unavailable', 'switched_off');
  if (is_analysis_off === false || is_open) return notThere(name, 'pending', null);
  if (!recording) return notThere(name, 'unavailable', 'no_recording');
  const { status } = recording as { status: string };
  // A recording from before calls were analyzed.
  return notThere(name, 'unavailable', status === 'deleted' ? 'recording_deleted' : 'not_analyzed');
}

const notThere = (name: InsightName, status: 'pending' | 'unavailable', reason: string | null) => ({
  ...{ status, reason, engine: null, completed_at: null },
  ...emptyInsights[name],
});
