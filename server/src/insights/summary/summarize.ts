import { emptyInsights } from '../empty-insights.ts';
import { InsightFailure, type Sentiment, type Summary, type Surroundings, type Transcription } from '../insight.ts';
import type { Endpoint, RetryOptions } from '../transcript/openai-endpoint.ts';
import { promptVersion, summarizeAbstractively } from './abstractive-summary.ts';
import { summarizeExtractively } from './extractive-summary.ts';

/** The summary, and the sentiment that the language model found; the sentiment is stored with the voice analysis. */
export type Summarized = { summary: Summary; sentiment: Sentiment | null };

/** `chat` is a language model, if one is configured. */
export type SummaryInput = { transcription: Transcription; chat?: Endpoint | undefined };

export async function summarize(
  { transcription, chat }: SummaryInput,
  { now, report, ...patience }: Surroundings & RetryOptions,
): Promise<Summarized> {
  const { language, segments } = transcription;
  const engine = chat ? `${chat.model} (${promptVersion})` : 'textrank-2';
  const ending = () => ({ engine, completed_at: now().toISOString(), language });
  try {
    if (transcription.status !== 'ready')
      throw new InsightFailure('unavailable', 'no_transcription', 'There is no transcript to summarize.');
    if (segments.length === 0) throw new InsightFailure('unavailable', 'no_speech', 'Nothing was said in the call.');
    const ready = { status: 'ready', reason: null } as const;
    const call = { language, segments };
    if (!chat) {
      const found = { method: 'extractive', ...summarizeExtractively(call), action_items: null } as const;
      return { summary: { ...ready, ...ending(), ...found }, sentiment: null };
    }
    const { sentiment, ...written } = await summarizeAbstractively(chat, call, patience);
    return { summary: { ...ready, ...ending(), method: 'abstractive', ...written }, sentiment };
  } catch (error) {
    if (!(error instanceof InsightFailure)) throw error;
    report(error.message);
    const { status, reason } = error;
    const asked = status === 'failed' ? engine : null;
    return { summary: { ...emptyInsights.summary, status, reason, ...ending(), engine: asked }, sentiment: null };
  }
}
