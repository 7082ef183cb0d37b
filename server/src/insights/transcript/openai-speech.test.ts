import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../test/at-end.ts';
import { longestTone, stereo } from '../../../test/phone-lab/tone.ts';
import { modelAnswers, startStandIn } from '../../../test/stand-ins/openai-stand-in.ts';
import { conversationOf } from '../../engine/simulator/conversations.ts';
import { speak } from '../../engine/simulator/speech.ts';
import { toWav } from '../../platform/wav.ts';
import type { Utterance } from '../insight.ts';
import { endpointEngine } from './openai-speech.ts';
import { transcribe } from './transcribe.ts';

const folder = mkdtempSync(join(tmpdir(), 'trunkline-endpoint-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'call.wav');
const { turns } = conversationOf(0);
writeFileSync(file, await speak(conversationOf(0)));
const utterances = turns.map(
  ({ speaker, startMs, endMs }): Utterance => ({ speaker, start: startMs / 1_000, end: endMs / 1_000 }),
);

const standIn = await startStandIn();
const key = 'sk-a-secret-of-the-operator';
const waits: number[] = [];
const wait = async (ms: number) => waits.push(ms);

type Asked = (typeof standIn.asked)[number];

const formOf = async ({ headers, body }: Pick<Asked, 'headers' | 'body'>) => {
  const type = { 'content-type': headers['content-type'] ?? '' };
  return Object.fromEntries(await new Response(new Uint8Array(body), { headers: type }).formData());
};

async function soundOf(asked: Pick<Asked, 'headers' | 'body'>): Promise<Buffer> {
  const { file: sound } = await formOf(asked);
  assert.ok(sound instanceof Blob);
  return Buffer.from(await sound.arrayBuffer());
}

async function transcribeIt(language = 'ja', timeoutSeconds = 5, [recording, said] = [file, utterances]) {
  waits.length = 0;
  const reported: string[] = [];
  const engine = endpointEngine({ url: standIn.url, model: 'whisper-1', key, timeoutSeconds }, { wait });
  const surroundings = { now: () => new Date(), report: (sentence: string) => reported.push(sentence) };
  const transcription = await transcribe(recording, { utterances: said, language, engine }, surroundings);
  return { ...transcription, reported };
}

test('each utterance is sent by itself, as a WAV that every server reads, with the key', async () => {
  standIn.answerWith(...turns.map(({ text }) => modelAnswers.text(` ${text}\n`)));
  const { status, engine, segments, reported } = await transcribeIt('pt-BR');
  assert.deepEqual([status, engine, reported], ['ready', 'whisper-1', []]);
  assert.deepEqual(
    segments.map(({ speaker, text, start_seconds, end_seconds }) => [speaker, text, start_seconds, end_seconds]),
    turns.map(({ speaker, text, startMs, endMs }) => [speaker, text, startMs / 1_000, endMs / 1_000]),
  );
  for (const { path, headers, body } of standIn.asked) {
    assert.equal(path, '/v1/audio/transcriptions');
    assert.equal(headers.authorization, `Bearer ${key}`);
    const { file: _, ...fields } = await formOf({ headers, body });
    assert.deepEqual(fields, { model: 'whisper-1', language: 'pt', response_format: 'json', temperature: '0' });
    const wav = await soundOf({ headers, body });
    assert.deepEqual([wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)], [1, 16_000, 16]);
    assert.equal(wav.readUInt32LE(40), wav.length - 44);
  }
});

test('a service detects a language that is not configured, and may name it', async () => {
  const [first, ...others] = turns;
  standIn.answerWith(
    modelAnswers.json({ text: first?.text, language: 'en' }),
    modelAnswers.json({ text: 'はい', language: 'ja' }),
    ...others.slice(1).map(({ text }) => modelAnswers.json({ text, language: 'EN' })),
  );
  const { status, language, language_confidence, segments } = await transcribeIt('auto');
  assert.deepEqual([status, language, language_confidence], ['ready', 'en', null]);
  assert.deepEqual(
    segments.map((segment) => segment.language),
    turns.map((_, i) => (i === 1 ? 'ja' : 'en')),
  );
  for (const asked of standIn.asked) {
    const { file: _, ...fields } = await formOf(asked);
    assert.deepEqual(fields, { model: 'whisper-1', response_format: 'json', temperature: '0' });
  }
});

test('a language that a service does not name, or not by its code, stays unknown', async () => {
  for (const more of [{}, { language: 7 }, { language: 'the language' }, { language: null }]) {
    standIn.answerWith(modelAnswers.json({ text: 'Yes.', ...more }));
    const { status, language, segments } = await transcribeIt('auto');
    assert.deepEqual([status, language, segments[0]?.language], ['ready', null, null]);
  }
});

for (const rate of [8_000, 16_000])
  test(`audio of a recording at ${rate} Hz is sent at its true speed`, async () => {
    const tones = { staff: 733, customer: 1_033 };
    const frames = Int16Array.from({ length: 2 * 5 * rate }, (_, i) => {
      const hertz = i % 2 ? tones.customer : tones.staff;
      return 9_000 * Math.sin((2 * Math.PI * hertz * (i >> 1)) / rate);
    });
    const file = join(folder, `${rate}.wav`);
    writeFileSync(file, toWav(frames, { channels: 2, rate }));
    const said: Utterance[] = [
      { speaker: 'staff', start: 1, end: 2 },
      { speaker: 'customer', start: 2, end: 3.5 },
    ];
    standIn.answerWith(...said.map(() => modelAnswers.text('Yes.')));
    await transcribeIt('en', 5, [file, said]);
    assert.equal(standIn.asked.length, said.length);
    for (const [i, asked] of standIn.asked.entries()) {
      const { speaker, start, end } = said[i] as Utterance;
      const { seconds } = longestTone(tones[speaker], stereo(await soundOf(asked)), 'left');
      // The utterance has a margin before and after it.
      assert.ok(Math.abs(seconds - (end - start + 0.2)) < 0.05, `${seconds} s of ${tones[speaker]} Hz`);
    }
  });

test('a service that is busy or broken is asked again, later and later, and as late as it says', async () => {
  const { status, text, breakOff } = modelAnswers;
  standIn.answerWith(status(503), status(429, { 'retry-after': '7' }), text('Hello.'), breakOff, text('Yes.'));
  const { status: outcome, segments } = await transcribeIt();
  assert.equal(outcome, 'ready');
  assert.equal(segments.length, turns.length);
  assert.deepEqual(waits, [1_000, 7_000, 1_000]);
});

test('a service that stays broken fails, without its message', async () => {
  standIn.answerWith(modelAnswers.status(500, { 'retry-after': '100000' }));
  const { status, reason, segments, reported } = await transcribeIt();
  assert.deepEqual([status, reason, segments], ['failed', 'engine_unreachable', []]);
  assert.deepEqual(waits, [60_000, 60_000]);
  assert.match(reported.join(), /^127\.0\.0\.1:\d+: It answers 500\.$/);
  assert.equal(standIn.asked.length, 3);
});

test('a service that hangs fails in time', async () => {
  standIn.answerWith(modelAnswers.hang);
  const { status, reason, reported } = await transcribeIt('ja', 0.1);
  assert.deepEqual([status, reason], ['failed', 'engine_unreachable']);
  assert.match(reported.join(), /It does not answer in time\.$/);
});

test('a refusal is not repeated, and neither the key nor the answer is logged', async () => {
  for (const status of [400, 401, 404, 413, 302]) {
    standIn.answerWith(modelAnswers.status(status, { location: 'http://127.0.0.1:9/' }));
    const { reason, reported } = await transcribeIt();
    assert.equal(reason, 'engine_refused');
    assert.equal(standIn.asked.length, 1);
    assert.match(reported.join(), new RegExp(`answers ${status}\\. See to its settings\\.$`));
    assert.doesNotMatch(reported.join(), /secret/);
  }
});

test('garbage is not a transcript', async () => {
  const { raw, json, text, endless } = modelAnswers;
  for (const garbage of [
    raw(''),
    raw('<html>said in a call</html>'),
    json({ text: 7 }),
    json(['text']),
    json({ transcript: 'said in a call' }),
    text('la '.repeat(1_000)),
    endless,
  ]) {
    standIn.answerWith(garbage);
    const { status, reason, segments, reported } = await transcribeIt();
    assert.deepEqual([status, reason, segments], ['failed', 'engine_answer_invalid', []]);
    assert.doesNotMatch(reported.join(), /said in a call/);
  }
});

test('a message of a service is logged as one line without control characters or card numbers', async () => {
  standIn.answerWith(modelAnswers.text('It\u0000 is\r\n4111 1111\u2028 1111 1111 \ud800'));
  const { segments } = await transcribeIt();
  assert.equal(segments[0]?.text, 'It is [card number] \ufffd');
});
