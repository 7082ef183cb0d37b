import type { CallRef } from '../../platform/call-ref.ts';
import type { RecordingLibrary } from '../../recordings/library.ts';
import { emptyInsights } from '../empty-insights.ts';
import type { Insight, InsightName, Insights, Utterance } from '../insight.ts';
import type { Endpoint } from '../transcript/openai-endpoint.ts';
import { withSpeechRates } from '../voice/speech-rate.ts';
import type { TaskRunner, TaskSurroundings } from './run-task.ts';
import type { EngineChoice } from './task.ts';

export type AnalysisEngines = {
  library: Pick<RecordingLibrary, 'borrow'>;
  runner: TaskRunner;
  /** The folder of downloaded models. */
  models: string;
  speech: EngineChoice;
  /** A language model that writes summaries, if one is configured. */
  chat: Endpoint | undefined;
};

/** The insights of a call so far; null means that the step has not been tried yet. */
export type Learned = { [Name in InsightName]: Insights[Name] | null } & {
  language: string;
  utterances: Utterance[] | null;
};

/** Performs one step for a call and returns the fields that it changes. */
export async function performStep(
  step: InsightName,
  call: CallRef,
  { voice_analysis, transcription, utterances, language }: Learned,
  { library, runner, models, speech, chat }: AnalysisEngines,
  surroundings: TaskSurroundings,
): Promise<Partial<Learned>> {
  if (step === 'voice_analysis') {
    await using recording = await library.borrow(call);
    return await runner.run({ kind: 'analyze_voice', file: recording.file, models }, surroundings);
  }
  if (!voice_analysis) throw new Error('A call is listened to before it is written down.');
  if (step === 'transcription') {
    const { status, reason } = voice_analysis;
    if (status !== 'ready') return notLearned(step, status, reason);
    await using recording = await library.borrow(call);
    const task = { utterances: utterances ?? [], language, engine: speech };
    const written = await runner.run({ kind: 'transcribe', file: recording.file, ...task }, surroundings);
    return { transcription: written, voice_analysis: withSpeechRates(voice_analysis, written) };
  }
  if (!transcription) throw new Error('A call is transcribed before it is summarized.');
  const { summary, sentiment } = await runner.run(
    { kind: 'summarize', transcription, ...(chat && { chat }) },
    surroundings,
  );
  return { summary, voice_analysis: { ...voice_analysis, sentiment } };
}

/** A step that was not performed, and why. */
export function notLearned(step: InsightName, status: Insight['status'], reason: string | null): Partial<Learned> {
  const completed_at = new Date().toISOString();
  return { [step]: { status, reason, engine: null, completed_at, ...emptyInsights[step] } };
}
