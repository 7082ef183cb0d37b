import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../test/at-end.ts';
import { writeCall } from '../../../test/voices/scripted-call.ts';
import type { Speaker, Utterance } from '../insight.ts';
import { detectLanguages } from './detect-languages.ts';
import type { SpeechEngine } from './speech-engine.ts';
import { transcribe } from './transcribe.ts';

const folder = mkdtempSync(join(tmpdir(), 'trunkline-languages-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
const surroundings = { now: () => new Date('2026-01-02T03:04:05.678Z'), report: () => {} };

/** Takes the left channel for Japanese and the right one for English, by the level of its samples. */
function engineOf(known: string[]): SpeechEngine {
  const isLeft = (speech: Float32Array) => (speech[speech.length >> 1] ?? 0) > 0;
  return {
    nameFor: (language) => (known.includes(language) ? `engine-${language}` : undefined),
    write: async (_speech, language) => ({ text: language === 'ja' ? 'はい' : 'Yes.', confidence: 0.45678 }),
    detect: async (speech) => new Map([[isLeft(speech) ? 'ja' : 'en', 0.98765]]),
  };
}

const utterances: Utterance[] = [
  { speaker: 'staff', start: 0.5, end: 2 },
  { speaker: 'customer', start: 2.5, end: 4.5 },
];
const file = await writeCall(join(folder, 'call.wav'), {
  frames: Int16Array.from({ length: 2 * 5 * 8_000 }, (_, i) => (i % 2 ? -8_000 : 8_000)),
});

type Turn = [speaker: Speaker, seconds: number, probabilities: Record<string, number>];

/** Decides by these probabilities, and notes what was listened to. */
async function decide(...turns: Turn[]) {
  const heard: Utterance[] = [];
  const utterances = turns.map(
    ([speaker, seconds], i): Utterance => ({ speaker, start: i * 20, end: i * 20 + seconds }),
  );
  const spoken = await detectLanguages(utterances, async (utterance) => {
    heard.push(utterance);
    return new Map(Object.entries(turns[utterance.start / 20]?.[2] ?? {}));
  });
  return { ...spoken, confidence: Number(spoken.confidence.toFixed(4)), heard };
}

const ja = { ja: 0.98, en: 0.01 };
const en = { en: 0.96, ja: 0.01 };
const noise = { en: 0.4, ja: 0.3, cy: 0.2 };

test('both parties speak one language, with its mean probability by length', async () => {
  const { by, language, confidence } = await decide(['staff', 3, ja], ['customer', 1, { ja: 0.9 }]);
  assert.deepEqual([by, language, confidence], [{ staff: 'ja', customer: 'ja' }, 'ja', 0.96]);
});

test('two languages that are both certain belong to one party each', async () => {
  const { by, language, confidence } = await decide(['staff', 4, ja], ['customer', 9, en], ['staff', 4, ja]);
  assert.deepEqual([by, language, confidence], [{ staff: 'ja', customer: 'en' }, 'en', 0.96]);
});

test('a party who says too little speaks the language of the other one', async () => {
  const { by, heard } = await decide(['staff', 4, ja], ['customer', 0.9, en], ['customer', 0.5, noise]);
  assert.deepEqual(by, { staff: 'ja', customer: 'ja' });
  assert.deepEqual(
    heard.map(({ speaker }) => speaker),
    ['staff'],
  );
});

test('a doubtful utterance weighs as much as it is long', async () => {
  assert.equal((await decide(['staff', 14, ja], ['customer', 1, noise])).language, 'ja');
  await assert.rejects(decide(['staff', 3, ja], ['customer', 3, noise]), { reason: 'language_uncertain' });
});

test('weak evidence does not add up to certainty', async () => {
  const same = Array.from({ length: 10 }, (_, i): Turn => [i % 2 ? 'staff' : 'customer', 5, { en: 0.8, ja: 0.1 }]);
  await assert.rejects(decide(...same), {
    status: 'unavailable',
    reason: 'language_uncertain',
    message: 'The language is en with a probability of 0.80; it takes 0.9.',
  });
});

test('a call of nothing but short utterances is judged by the longest of them', async () => {
  assert.equal((await decide(['staff', 0.8, ja])).language, 'ja');
  await assert.rejects(decide(['staff', 0.8, noise], ['customer', 0.3, noise]), {
    reason: 'language_uncertain',
    message: 'The language is en with a probability of 0.40; it takes 0.9.',
  });
});

test('an hour of talk costs no more than ten utterances, the longest ones', async () => {
  const turns = Array.from({ length: 600 }, (_, i): Turn => [i % 2 ? 'staff' : 'customer', 1 + (i % 13), en]);
  const { heard } = await decide(...turns);
  assert.equal(heard.length, 10);
  assert.ok(heard.every(({ start, end }) => end - start === 13));
});

test('a party whose language is certain is not listened to any further, and weighs as much', async () => {
  const sure = { ja: 0.99 };
  const staff = Array.from({ length: 5 }, (): Turn => ['staff', 10, sure]);
  const { heard, confidence } = await decide(...staff, ['customer', 4, noise], ['customer', 3, noise]);
  assert.deepEqual(
    heard.map(({ speaker }) => speaker),
    ['staff', 'staff', 'customer', 'customer'],
  );
  assert.equal(confidence, Number(((50 * 0.99 + 7 * 0.3) / 57).toFixed(4)));
  const doubtful = await decide(['staff', 10, { ja: 0.9 }], ...staff);
  assert.equal(doubtful.heard.length, 5);
});

test('each party is transcribed in its own language, with the confidence of each turn', async () => {
  const wanted = { utterances, language: 'auto', engine: engineOf(['ja', 'en']) };
  assert.deepEqual(await transcribe(file, wanted, surroundings), {
    status: 'ready',
    reason: null,
    engine: 'engine-ja + engine-en',
    completed_at: '2026-01-02T03:04:05.678Z',
    language: 'en',
    language_confidence: 0.988,
    text: 'はい\nYes.',
    segments: [
      {
        index: 0,
        speaker: 'staff',
        start_seconds: 0.5,
        end_seconds: 2,
        text: 'はい',
        confidence: 0.457,
        language: 'ja',
      },
      {
        ...{ index: 1, speaker: 'customer', start_seconds: 2.5, end_seconds: 4.5, text: 'Yes.' },
        ...{ confidence: 0.457, language: 'en' },
      },
    ],
  });
});

test('a configured language wins, and is not in doubt', async () => {
  const wanted = { utterances, language: 'ja', engine: engineOf(['ja', 'en']) };
  const { language, language_confidence, segments } = await transcribe(file, wanted, surroundings);
  assert.deepEqual([language, language_confidence], ['ja', null]);
  assert.deepEqual(
    segments.map((segment) => [segment.text, segment.language]),
    [
      ['はい', 'ja'],
      ['はい', 'ja'],
    ],
  );
});

test('a language that is detected and that the engine does not know is named', async () => {
  const wanted = { utterances, language: 'auto', engine: engineOf(['en']) };
  const { status, reason, engine, language, segments } = await transcribe(file, wanted, surroundings);
  assert.deepEqual(
    [status, reason, engine, language, segments],
    ['unavailable', 'no_engine_for_language', null, 'en', []],
  );
});

test('a doubtful call has no language', async () => {
  const doubtful = { ...engineOf(['en']), detect: async () => new Map([['en', 0.89]]) };
  const found = await transcribe(file, { utterances, language: 'auto', engine: doubtful }, surroundings);
  assert.deepEqual(
    [found.status, found.reason, found.engine, found.language, found.language_confidence, found.text],
    ['unavailable', 'language_uncertain', null, null, null, null],
  );
});

test('a call without speech has an empty transcript, whether its language is configured or not', async () => {
  for (const language of ['auto', 'en']) {
    const found = await transcribe(file, { utterances: [], language, engine: engineOf(['en']) }, surroundings);
    const known = language === 'auto' ? { engine: null, language: null } : { engine: 'engine-en', language };
    assert.deepEqual(found, {
      ...{ status: 'ready', reason: null, completed_at: '2026-01-02T03:04:05.678Z' },
      ...{ language_confidence: null, text: '', segments: [], ...known },
    });
  }
});
