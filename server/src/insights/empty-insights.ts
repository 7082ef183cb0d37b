import type { Insight, InsightName, Insights } from './insight.ts';

/** The fields of each insight, beside its status, when there is no result. */
export const emptyInsights: { [Name in InsightName]: Omit<Insights[Name], keyof Insight> } = {
  voice_analysis: {
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
  transcription: { language: null, language_confidence: null, text: null, segments: [] },
  summary: { method: null, language: null, text: null, key_points: [], keywords: [], action_items: null },
};
