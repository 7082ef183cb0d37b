import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { atEnd } from '../../../test/at-end.ts';
import { modelsFolder } from '../../../test/models-folder.ts';
import { characterErrorRate, comparable } from '../../../test/voices/character-errors.ts';
import { japaneseSentences } from '../../../test/voices/japanese-sentences.ts';
import { japaneseVoices, withJapaneseVoices } from '../../../test/voices/japanese-voices.ts';
import { otherSounds } from '../../../test/voices/other-sounds.ts';
import { withVoices } from '../../../test/voices/voices.ts';
import { toWav } from '../../platform/wav.ts';
import { analyzeVoice } from '../voice/analyze-voice.ts';
import { doubleRate } from '../voice/resample.ts';
import { embeddedEngine } from './embedded-engine.ts';
import { transcribe } from './transcribe.ts';
import { whisperFiles } from './whisper-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'trunkline-whisper-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
const surroundings = { now: () => new Date(), report: () => {} };
const engine = embeddedEngine({ folder: modelsFolder });
const detect = async (speech: Float32Array) => (await engine.detect?.(speech)) ?? new Map<string, number>();
// The model is downloaded once, for all runs. Without it, the tests that need it are skipped and say so; in CI they fail.
const skip = await whisperFiles({ folder: modelsFolder }).then(
  () => false as const,
  (error: Error) => `NO SPEECH MODEL: ${error.message}`,
);
if (skip && process.env.CI === 'true') throw new Error(skip);

/** With the margin that `transcribe` leaves around an utterance. */
function spoken(samples: Int16Array, noise: Float32Array = new Float32Array()): Float32Array {
  const margin = 800;
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1);
  return doubleRate(
    Float32Array.from(
      { length: samples.length + 2 * margin },
      (_, i) => (0.5 * (samples[i - margin] ?? 0)) / loudest + (noise[i] ?? 0),
    ),
  );
}

// All voices are fetched before any test is declared: while tests run, a pause between declarations would end the file.
await withVoices((english) =>
  withJapaneseVoices((voices) => {
    test('the model writes Japanese, and knows that it is Japanese', { skip, timeout: 600_000 }, async () => {
      let [errors, characters] = [0, 0];
      for (const [i, sentence] of japaneseSentences.entries()) {
        if (i % 3 !== 0) continue;
        const voice = japaneseVoices[(i / 3) % japaneseVoices.length] ?? 'mei';
        const speech = spoken(await voices.speak(voice, sentence));
        const { text, confidence } = await engine.write(speech, 'ja');
        const length = [...comparable(sentence)].length;
        characters += length;
        errors += length * characterErrorRate(sentence, text);
        assert.ok(text && confidence !== null && confidence > 0.2 && confidence <= 1, sentence);
        if (i % 9 === 0) assert.ok(((await detect(speech)).get('ja') ?? 0) > 0.9, sentence);
      }
      console.log(`character errors: ${((100 * errors) / characters).toFixed(1)} %`);
      assert.ok(errors / characters <= 0.18);
    });

    test('short answers and speech on a noisy line are still written', { skip, timeout: 300_000 }, async () => {
      for (const answer of ['はい、そうです。', 'もしもし。', 'いいえ、違います。', 'わかりました。'])
        assert.notEqual((await engine.write(spoken(await voices.speak('mei', answer)), 'ja')).text, '', answer);
      const sentence = 'お電話ありがとうございます。商品は明日届きます。';
      const samples = await voices.speak('mei', sentence);
      const noise = otherSounds['pink noise']?.(samples.length / 8_000 + 1).map((sample) => 0.1 * sample);
      const { text } = await engine.write(spoken(samples, noise), 'ja');
      assert.ok(characterErrorRate(sentence, text) <= 0.4, text);
    });

    test('English is recognized as English', { skip, timeout: 120_000 }, async () => {
      const speech = spoken(await english.speak('flite', 'Good morning, how can I help you with your order today?'));
      const languages = await detect(speech);
      assert.ok((languages.get('en') ?? 0) > 0.9);
      assert.ok((languages.get('ja') ?? 0) < 0.05);
    });

    test('the two models take turns in memory, and each still writes', { skip, timeout: 300_000 }, async () => {
      const texts = { en: 'Good morning, how can I help you with your order today?', ja: '商品は明日届きます。' };
      const speech = {
        en: spoken(await english.speak('flite', texts.en)),
        ja: spoken(await voices.speak('mei', texts.ja)),
      };
      for (const language of ['en', 'ja', 'en', 'ja', 'en'] as const) {
        const { text } = await engine.write(speech[language], language);
        assert.ok(characterErrorRate(texts[language], text) <= 0.4, text);
      }
      const megabytes = process.memoryUsage.rss() / 1e6;
      assert.ok(megabytes < 700, `${megabytes} MB`);
    });
  }),
);

test('English is left to its own model, and languages that no model knows to none', () => {
  const names = ['en-GB', 'ja', 'pt-BR', 'nb', 'tlh'].map((language) => engine.nameFor(language));
  assert.deepEqual(names, ['moonshine-base-1', 'whisper-base-1', 'whisper-base-1', 'whisper-base-1', undefined]);
});

test('no sound without speech yields any text', { skip, timeout: 600_000 }, async (t) => {
  for (const [name, sound] of Object.entries(otherSounds))
    await t.test(name, async () => {
      for (const seconds of [1.5, 7, 15])
        for (const language of ['ja', 'de']) {
          const { text } = await engine.write(doubleRate(sound(seconds)), language);
          assert.equal(text, '', `${seconds} s as ${language}`);
        }
    });
});

test('a call of such sounds has no text, through the whole analysis', { skip, timeout: 300_000 }, async () => {
  const sounds = Object.values(otherSounds).map((sound) => sound(8));
  const length = sounds.reduce((sum, sound) => sum + sound.length, 0);
  const frames = new Int16Array(2 * length);
  let at = 0;
  for (const sound of sounds) {
    for (const [i, sample] of sound.entries())
      frames[2 * (at + i) + 1] = Math.round(32_000 * Math.max(-1, Math.min(1, sample)));
    at += sound.length;
  }
  const file = join(folder, 'sounds.wav');
  writeFileSync(file, toWav(frames));
  const { utterances } = await analyzeVoice(file, modelsFolder, surroundings);
  const { segments } = await transcribe(file, { utterances, language: 'ja', engine }, surroundings);
  assert.deepEqual(segments, []);
});

test('a preparation that is killed is repeated from the beginning', { skip, timeout: 300_000 }, async () => {
  const models = join(folder, 'killed');
  const program = join(folder, 'fetch.ts');
  const files = join(import.meta.dirname, 'whisper-files.ts');
  writeFileSync(
    program,
    `import { whisperFiles } from ${JSON.stringify(files)};
    await whisperFiles({ folder: ${JSON.stringify(models)} });`,
  );
  const child = fork(program, { stdio: 'ignore' });
  const isPreparing = () =>
    existsSync(models) &&
    readdirSync(models, { recursive: true }).some((path) => /\.new-[^/]+\/encoder\.onnx$/.test(`${path}`));
  while (child.exitCode === null && !isPreparing()) await pause(5);
  assert.equal(child.exitCode, null, 'it was caught in the middle');
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.ok(!existsSync(join(models, 'whisper-base-1')));
  await whisperFiles({ folder: models });
  assert.deepEqual(readdirSync(join(models, 'whisper-base-1')).sort(), [
    'LICENSE',
    'cross.onnx',
    'decoder.onnx',
    'encoder.onnx',
    'generation_config.json',
    'vocab.json',
  ]);
  assert.deepEqual(readdirSync(models).sort(), ['whisper-base-1', 'whisper-base-1.lock']);
});

test('a copied model with a changed byte or without a file is refused', { skip, timeout: 240_000 }, async () => {
  const models = join(folder, 'changed');
  cpSync(join(modelsFolder, 'whisper-base-1'), join(models, 'whisper-base-1'), { recursive: true });
  await whisperFiles({ folder: models });
  appendFileSync(join(models, 'whisper-base-1', 'decoder.onnx'), 'x');
  await assert.rejects(whisperFiles({ folder: models }), /is not the one that belongs here: decoder\.onnx differs/);
  rmSync(join(models, 'whisper-base-1', 'vocab.json'));
  await assert.rejects(whisperFiles({ folder: models }), /belongs here: vocab\.json differs/);
});
