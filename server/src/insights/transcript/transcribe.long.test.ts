import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../test/at-end.ts';
import { modelsFolder } from '../../../test/models-folder.ts';
import { type Line, scriptCall, writeCall } from '../../../test/voices/scripted-call.ts';
import { withVoices } from '../../../test/voices/voices.ts';
import { wordErrorRate } from '../../../test/voices/word-errors.ts';
import type { Speaker } from '../insight.ts';
import { analyzeVoice } from '../voice/analyze-voice.ts';
import { withSpeechRates } from '../voice/speech-rate.ts';
import { moonshineEngine } from './moonshine.ts';
import { moonshineFiles } from './moonshine-files.ts';
import { transcribe } from './transcribe.ts';

const folder = mkdtempSync(join(tmpdir(), 'trunkline-transcribe-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
const surroundings = { now: () => new Date('2026-01-02T03:04:05.678Z'), report: () => {} };
const engine = moonshineEngine(modelsFolder);
// The model is downloaded once, for all runs. Without it, the tests that need it are skipped and say so; in CI they fail.
const missing = await moonshineFiles(modelsFolder).then(
  () => undefined,
  (error: Error) => `NO SPEECH MODEL: ${error.message}`,
);
if (missing && process.env.CI === 'true') throw new Error(missing);

const lines: [Speaker, string][] = [
  ['staff', 'Good morning, this is the support team of the garden centre. How can I help you today?'],
  [
    'customer',
    'Good morning. I would like to change the delivery address of my order, because we are moving next month.',
  ],
  ['staff', 'Of course. Could you please tell me your name and the new address?'],
  ['customer', 'My name is Peter Miller, and the new house is on the road to the station.'],
  ['staff', 'Thank you. I have found your order. It will be sent on Friday, and you will get a message before that.'],
  ['customer', 'Very good. Can you also send me a copy of the invoice? I think the price is wrong.'],
  ['staff', 'Yes, I will send it to you this afternoon, and a colleague will check the price.'],
  ['customer', 'Thank you very much for your help.'],
];

await withVoices((voices) => {
  test('the embedded engine transcribes two voices, with speaker and time', { skip: missing }, async () => {
    const script = lines.map(([speaker, text]): Line => ({ speaker, text, after: 0.7 }));
    const call = await scriptCall(voices, script);
    const file = await writeCall(join(folder, 'call.wav'), call);
    const { utterances, voice_analysis } = await analyzeVoice(file, modelsFolder, surroundings);
    const transcription = await transcribe(file, { utterances, language: 'en-GB', engine }, surroundings);

    const { status, reason, completed_at, language, segments, text } = transcription;
    assert.deepEqual(
      [status, reason, transcription.engine, completed_at, language],
      ['ready', null, 'moonshine-base-1', '2026-01-02T03:04:05.678Z', 'en-GB'],
    );
    assert.equal(text, segments.map((segment) => segment.text).join('\n'));
    for (const [i, { index, speaker, start_seconds, end_seconds }] of segments.entries()) {
      assert.equal(index, i);
      assert.ok(end_seconds - start_seconds <= 15);
      const middle = (start_seconds + end_seconds) / 2;
      assert.ok(
        call.truth[speaker].some(({ start, end }) => start - 1 <= middle && middle <= end + 1),
        `the ${speaker} speaks at ${middle} s`,
      );
    }

    const errors = (party: Speaker) =>
      wordErrorRate(
        lines.flatMap(([speaker, said]) => (speaker === party ? said : [])).join(' '),
        segments.flatMap((segment) => (segment.speaker === party ? segment.text : [])).join(' '),
      );
    const percent = (rate: number) => `${(100 * rate).toFixed(1)} %`;
    console.log(`word error rate: flite ${percent(errors('staff'))}, espeak ${percent(errors('customer'))}`);
    assert.ok(errors('staff') <= 0.15);

    const rates = withSpeechRates(voice_analysis, transcription).speakers;
    for (const { speech_rate } of [rates?.staff, rates?.customer].filter((rate) => rate !== undefined)) {
      assert.equal(speech_rate?.unit, 'words_per_minute');
      assert.ok((speech_rate?.value ?? 0) > 100 && (speech_rate?.value ?? 0) < 280, `${speech_rate?.value}`);
    }
  });
});

test('a Japanese call is not given to an English engine', async () => {
  for (const choice of [engine, undefined]) {
    const reported: string[] = [];
    const transcription = await transcribe(
      join(folder, 'not-even-read.wav'),
      { utterances: [{ speaker: 'staff', start: 0, end: 1 }], language: 'ja', engine: choice },
      { ...surroundings, report: (sentence) => reported.push(sentence) },
    );
    assert.deepEqual(transcription, {
      status: 'unavailable',
      reason: 'no_engine_for_language',
      engine: null,
      completed_at: '2026-01-02T03:04:05.678Z',
      language: 'ja',
      language_confidence: null,
      text: null,
      segments: [],
    });
    assert.deepEqual(reported, ['No engine transcribes the language ja.']);
  }
});

test('without its model the embedded engine is unavailable, and the log says why', async () => {
  const file = await writeCall(join(folder, 'second.wav'), { frames: new Int16Array(2 * 8_000) });
  const reported: string[] = [];
  const transcription = await transcribe(
    file,
    // There is a file in place of its folder.
    { utterances: [{ speaker: 'staff', start: 0, end: 1 }], language: 'en', engine: moonshineEngine(file) },
    { ...surroundings, report: (sentence) => reported.push(sentence) },
  );
  assert.deepEqual([transcription.status, transcription.reason], ['unavailable', 'engine_not_fetched']);
  assert.match(
    reported.join(),
    /^The English speech model could not be fetched, so calls are not transcribed\. .* EEXIST/,
  );
});
