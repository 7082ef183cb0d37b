import { examples } from '../../src/call-detail/examples.ts';
import type { Segment, Speaker, VoiceAnalysis } from '../../src/insights/insight.ts';
import { decodeId } from '../../src/platform/ids.ts';
import { query } from '../builders.ts';

// Insights inserted directly into the table: models and their run time are not tested here.

type Line = { speaker: Speaker; text: string; start: number; end: number; confidence?: number };

export type GivenInsights = {
  language: string;
  lines: Line[];
  summary: string;
  keyPoints: string[];
  keywords: string[];
  voice?: Partial<VoiceAnalysis>;
};

/** Fills in the insights of a call whose analysis is pending. */
export async function buildInsights(
  app: { databaseUrl: string },
  tenantId: number,
  callId: string,
  { language, lines, summary, keyPoints, keywords, voice }: GivenInsights,
): Promise<void> {
  const { voice_analysis, transcription, summary: exampleSummary } = examples.call;
  const segments: Segment[] = lines.map(({ speaker, text, start, end, confidence = null }, index) => ({
    ...{ index, speaker, text, start_seconds: start, end_seconds: end },
    ...{ confidence, language },
  }));
  const text = lines.map((line) => line.text).join('\n');
  const learned = {
    voice_analysis: { ...voice_analysis, duration_seconds: lines.at(-1)?.end ?? 0, ...voice },
    transcription: { ...transcription, language, text, segments },
    summary: { ...exampleSummary, language, text: summary, key_points: keyPoints, keywords },
  };
  await query(
    app,
    `with done as (delete from insight_jobs where tenant_id = $1 and call_id = $2)
     insert into insights (tenant_id, is_test, call_id, language, voice_analysis, transcription, summary)
     select tenant_id, is_test, call_id, $6, $3, $4, $5 from calls where tenant_id = $1 and call_id = $2
     on conflict (tenant_id, is_test, call_id) do update
       set voice_analysis = excluded.voice_analysis, transcription = excluded.transcription, summary = excluded.summary`,
    [...[tenantId, decodeId('call', callId), learned.voice_analysis, learned.transcription, learned.summary], language],
  );
}
