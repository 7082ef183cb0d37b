import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSilent, shownInsights } from './shown-insights.ts';

type Insights = Parameters<typeof shownInsights>[0];

const insights = (talkSeconds: number, segments: object[], reason: string | null = null) =>
  ({
    summary: { status: 'unavailable', reason: reason ?? 'no_speech' },
    transcription: { status: reason ? 'unavailable' : 'ready', reason, segments },
    voice_analysis: {
      ...{ status: reason ? 'unavailable' : 'ready', reason },
      speakers: reason ? null : { staff: { talk_seconds: talkSeconds }, customer: { talk_seconds: 0 } },
    },
  }) as Insights;
const none = { summary: null, transcription: null, voice_analysis: null };

test('a recording without speech has no insights to show', () => {
  assert.equal(isSilent(insights(0, [])), true);
  assert.deepEqual(shownInsights(insights(0, [])), none);
});

test('insights of speech are shown, also if no word was recognized', () => {
  for (const spoken of [insights(1.5, []), insights(0, [{ text: 'Hello' }])]) {
    assert.equal(isSilent(spoken), false);
    assert.deepEqual(shownInsights(spoken), spoken);
  }
});

test('without a recording, nothing is said twice', () => {
  for (const reason of ['no_recording', 'recording_deleted'])
    assert.deepEqual(shownInsights(insights(0, [], reason)), none);
  const off = insights(0, [], 'switched_off');
  assert.deepEqual(shownInsights(off), off);
});
