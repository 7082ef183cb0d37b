import type { Tx } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import { type CallKey, callKeyOf, callRefOf } from '../platform/call-ref.ts';
import type { FaultCode } from '../platform/fault-codes.ts';
import type { ProjectId } from '../platform/ids.ts';
import type { Detail } from '../platform/problem.ts';
import { type Insight, type InsightName, insightNames, type Transcription, type VoiceAnalysis } from './insight.ts';
import { indexTexts } from './jobs/index-transcripts.ts';
import { beginAgain, findInsights, findJob, findSettings } from './jobs/queries.ts';
import { withSpeechRates } from './voice/speech-rate.ts';

type Call = CallKey & {
  project_id: ProjectId;
  status: string;
  ended_at: Date | null;
  recording: unknown;
};

/** The reasons why a call cannot be analyzed; empty if it can. */
export async function analysisFaults(db: Queryable, call: Call): Promise<Detail[]> {
  const fault = (code: FaultCode, message: string) => [{ field: 'call_id', code, message }];
  const { tenant_id, project_id, status, ended_at } = call;
  const recording = call.recording as { status: string } | null;
  if (!ended_at)
    return fault('call_in_progress', 'The call is in progress. It will be analyzed automatically when it ends.');
  if (status !== 'connected')
    return fault('not_connected', 'The call was never answered, so there is no conversation to analyze.');
  if (!recording) return fault('no_recording', 'This call was not recorded, or its recording is not stored yet.');
  if (recording.status === 'deleted') return fault('recording_deleted', 'The recording of this call was deleted.');
  const settings = await findSettings.first(db, { tenant_id, project_id });
  if (settings?.is_on) return [];
  return fault(
    'switched_off',
    'Analysis is turned off for this project or tenant. Ask an administrator to turn it on.',
  );
}

/**
 * Queues a call for a new analysis, from the given step or else from the first step that did not succeed. Does nothing if all
 * steps succeeded or a job is already due. The caller must have locked the call and checked that it can be analyzed.
 */
export async function analyzeAgain(tx: Tx, call: Call, from: InsightName | undefined): Promise<void> {
  const { tenant_id, project_id } = call;
  const key = callKeyOf(callRefOf(call));
  const known = await findInsights.first(tx, key);
  const job = await findJob.first(tx, key);
  if (from === undefined && job?.is_due) return;

  const isUndone = (name: InsightName) => !known?.[name];
  const isUnsuccessful = (name: InsightName) => (known?.[name] as Insight | undefined)?.status !== 'ready';
  const first = earliest([from, insightNames.find(from ? isUndone : isUnsuccessful)]);
  if (!first) return;
  const isKept = (name: InsightName) => insightNames.indexOf(name) < insightNames.indexOf(first);
  const { language = '' } = (await findSettings.first(tx, { tenant_id, project_id })) ?? {};
  const transcription = isKept('transcription') ? (known?.transcription as Transcription | null) : null;
  await beginAgain.run(tx, {
    ...{ ...key, language },
    voice_analysis: isKept('voice_analysis') ? withoutWords(known?.voice_analysis as VoiceAnalysis) : null,
    utterances: isKept('voice_analysis') ? known?.utterances : null,
    transcription,
  });
  await indexTexts(tx, callRefOf(call), { transcription, summary: null });
}

/** Drops the values that come from the transcript or the language model; they are learned again with them. */
const withoutWords = (analysis: VoiceAnalysis) => ({ ...withSpeechRates(analysis, null), sentiment: null });

const earliest = (names: (InsightName | undefined)[]) => insightNames.find((name) => names.includes(name));
