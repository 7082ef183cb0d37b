import { InsightFailure, type Sentiment, type Summary, type Surroundings, type Transcription } from '../insight.ts';
import { nothingLearned } from '../nothing-learned.ts';
import type { Endpoint, Patience } from '../transcript/openai-endpoint.ts';
import { promptVersion, summariseAbstractively } from './abstractive-summary.ts';
import { summariseExtractively } from './extractive-summary.ts';

/** The summary, and the sentiment that the language model found; the sentiment is stored with the voice analysis. */
export type Summarised = { summary: Summary; sentiment: Sentiment | null };

/** `chat` is a language model, if one is configured. */
export type Summarising = { transcription: Transcription; chat?: Endpoint | undefined };

export async function summarise(
  { transcription, chat }: Summarising,
  { now, tell, ...patience }: Surroundings & Patience,
): Promise<Summarised> {
  const { language, segments } = transcription;
  const engine = chat ? `${chat.model} (${promptVersion})` : 'textrank-1';
  const ending = () => ({ engine, completed_at: now().toISOString(), language });
  try {
    if (transcription.status !== 'ready' || language === null)
      throw new InsightFailure('unavailable', 'no_transcription', 'There is no transcript to summarise.');
    if (segments.length === 0) throw new InsightFailure('unavailable', 'no_speech', 'Nothing was said in the call.');
    const ready = { status: 'ready', reason: null } as const;
    const call = { language, segments };
    if (!chat) {
      const found = { method: 'extractive', ...summariseExtractively(call), action_items: null } as const;
      return { summary: { ...ready, ...ending(), ...found }, sentiment: null };
    }
    const { sentiment, ...written } = await summariseAbstractively(chat, call, patience);
    return { summary: { ...ready, ...ending(), method: 'abstractive', ...written }, sentiment };
  } catch (error) {
    if (!(error instanceof InsightFailure)) throw error;
    tell(error.message);
    const { status, reason } = error;
    const asked = status === 'failed' ? engine : null;
    return { summary: { ...nothingLearned.summary, status, reason, ...ending(), engine: asked }, sentiment: null };
  }
}
