import type { InsightName } from './insight.ts';
import { nothingLearned } from './nothing-learned.ts';

/** What the tables say of the analysis of a call. */
type LearnedOfCall = Record<InsightName, unknown> & {
  status: string;
  ended_at: Date | null;
  recording: unknown;
  /** Whether some node still has the call: what was recorded may be on its way. */
  is_open: boolean;
  /** Whether it is not analysed because that was switched off; null where nobody has noted anything. */
  is_analysis_off: boolean | null;
};

/** What is told of it: null where there was no conversation, or where it is still going on. */
export function toldInsights(call: LearnedOfCall) {
  const isOver = call.status === 'connected' && call.ended_at !== null;
  const told = (name: InsightName) => (isOver ? (call[name] ?? missing(name, call)) : null);
  return { transcription: told('transcription'), summary: told('summary'), voice_analysis: told('voice_analysis') };
}

function missing(name: InsightName, { recording, is_open, is_analysis_off }: LearnedOfCall): object {
  if (is_analysis_off) return notThere(name, 'unavailable', 'switched_off');
  if (is_analysis_off === false || is_open) return notThere(name, 'pending', null);
  if (!recording) return notThere(name, 'unavailable', 'no_recording');
  const { status } = recording as { status: string };
  // A recording from before there was any analysis.
  return notThere(name, 'unavailable', status === 'deleted' ? 'recording_deleted' : 'not_analyzed');
}

const notThere = (name: InsightName, status: 'pending' | 'unavailable', reason: string | null) => ({
  ...{ status, reason, engine: null, completed_at: null },
  ...nothingLearned[name],
});
