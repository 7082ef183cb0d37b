import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyInsights } from '../empty-insights.ts';
import type { SpeakerAnalysis, Transcription, VoiceAnalysis } from '../insight.ts';
import { withSpeechRates } from './speech-rate.ts';

const ready = { status: 'ready', reason: null, engine: null, completed_at: '2026-01-02T03:04:05.678Z' } as const;
const speaker: SpeakerAnalysis = {
  talk_seconds: 60,
  listen_seconds: 0,
  longest_monologue_seconds: 60,
  interruptions: 0,
  response_delay_seconds: null,
  speech_rate: null,
  pitch: null,
  loudness_dbfs: null,
};
const analysis: VoiceAnalysis = { ...ready, ...emptyInsights.voice_analysis };

function rateOf(text: string, language: string | null, talk_seconds = 60) {
  const segment = { index: 0, speaker: 'staff', start_seconds: 0, end_seconds: 60, text, confidence: null } as const;
  const segments = [{ ...segment, language }];
  const transcription: Transcription = { ...ready, ...emptyInsights.transcription, language, text, segments };
  const speakers = { staff: { ...speaker, talk_seconds }, customer: speaker };
  return withSpeechRates({ ...analysis, speakers }, transcription).speakers?.staff.speech_rate;
}

test('languages that are written without spaces are counted in characters, also if the language is not known', () => {
  for (const [language, text] of [
    ['ja', '昨日注文'],
    ['th', 'กขคง'],
    ['lo', 'ກຂຄງ'],
    ['km', 'កខគឃ'],
    ['my', 'ကခဂဃ'],
    ['bo', 'ཀཁགང'],
  ] as const)
    for (const named of [language, null])
      assert.deepEqual(rateOf(text, named), { value: 4, unit: 'characters_per_minute' }, `${language} ${named}`);
  for (const named of ['en', null])
    assert.deepEqual(rateOf("It's here.", named), { value: 2, unit: 'words_per_minute' });
});

test('less than two seconds of speech have no rate', () => {
  assert.equal(rateOf('Yes, please.', 'en', 1.99), null);
  assert.deepEqual(rateOf('Yes, please.', 'en', 2), { value: 60, unit: 'words_per_minute' });
});
