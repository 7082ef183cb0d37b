import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../test/at-end.ts';
import { modelsFolder } from '../../../test/models-folder.ts';
import {
  type Line,
  type LineQuality,
  type ScriptedCall,
  scriptCall,
  writeCall,
} from '../../../test/voices/scripted-call.ts';
import { withVoices } from '../../../test/voices/voices.ts';
import { conversationCount, conversationOf } from '../../engine/simulator/conversations.ts';
import { speak } from '../../engine/simulator/speech.ts';
import { toWav, wavHeader } from '../../platform/wav.ts';
import type { Speaker, VoiceAnalysis } from '../insight.ts';
import { analyzeVoice } from './analyze-voice.ts';
import { totalLength } from './conversation.ts';
import { doubleRate } from './resample.ts';

const folder = mkdtempSync(join(tmpdir(), 'trunkline-voice-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));

const reported: string[] = [];
const surroundings = {
  now: () => new Date('2026-01-02T03:04:05.678Z'),
  report: (sentence: string) => reported.push(sentence),
};
const analyze = async (file: string) => (await analyzeVoice(file, modelsFolder, surroundings)).voice_analysis;

const say = (speaker: Speaker, after: number, text: string): Line => ({ speaker, after, text });
const greeting = [
  say('staff', 0.5, 'Good morning, this is Acme support speaking. How can I help you today?'),
  say('customer', 0.6, 'I would like to change the delivery address of my order, because we are moving next month.'),
];

const scripts: Record<string, { lines: Line[]; tail?: number; expected: ReturnType<typeof found> }> = {
  'a call in turns': {
    lines: [
      ...greeting,
      say('staff', 0.7, 'Of course. Could you please tell me the number of the order and the new address?'),
      say('customer', 0.9, 'Yes, it is the one that I made on Monday.'),
      say('staff', 0.5, 'Thank you. I have found it.'),
    ],
    expected: { silences: 0, overlaps: 0, interruptions: { staff: 0, customer: 0 }, switches: 4 },
  },
  'a call with a long silence, and another at its end': {
    lines: [...greeting, say('staff', 5, 'I am back. I have changed the address for you.')],
    tail: 4,
    expected: { silences: 2, overlaps: 0, interruptions: { staff: 0, customer: 0 }, switches: 2 },
  },
  'a call in which the staff member interrupts the customer': {
    lines: [
      ...greeting,
      say('staff', -2, 'That is no problem at all. I can do it with your name and your date of birth.'),
      say('customer', 0.6, 'Thank you very much. That is kind of you.'),
    ],
    expected: { silences: 0, overlaps: 1, interruptions: { staff: 1, customer: 0 }, switches: 3 },
  },
  'a call in which the customer interrupts the staff member': {
    lines: [
      ...greeting,
      say('staff', 0.6, 'The new address will be used for all of your orders, and also for the invoices that we send.'),
      say('customer', -1.8, 'No, I only want it for this one order, please do not change the others.'),
    ],
    expected: { silences: 0, overlaps: 1, interruptions: { staff: 0, customer: 1 }, switches: 3 },
  },
  'a call in which somebody agrees while the other one goes on': {
    lines: [
      say('staff', 0.5, 'The new address will be used for all of your orders, and also for the invoices that we send.'),
      say('customer', -3, 'Yes.'),
      say('customer', 3.5, 'That is fine with me. Thank you very much.'),
    ],
    expected: { silences: 0, overlaps: 0, interruptions: { staff: 0, customer: 0 }, switches: 1 },
  },
};

await withVoices((voices) => {
  for (const [name, { lines, tail, expected }] of Object.entries(scripts)) {
    for (const quality of ['clean', 'noisy'] satisfies LineQuality[]) {
      test(`${name}, ${quality}`, async () => {
        const call = await scriptCall(voices, lines, { quality, ...(tail && { tail }) });
        const analysis = await analyze(await writeCall(join(folder, 'call.wav'), call));
        const ratio = talkRatio(call);
        console.log(`talk ratio ${analysis.talk_ratio}, in truth ${ratio.toFixed(4)}: ${name}, ${quality}`);
        assert.ok(Math.abs((analysis.talk_ratio ?? 0) - ratio) <= 0.03);
        assert.deepEqual(found(analysis), expected);
        assert.equal(analysis.duration_seconds, Number(call.seconds.toFixed(3)));
        for (const speaker of ['staff', 'customer'] as const) {
          const { talk_seconds = 0, pitch } = analysis.speakers?.[speaker] ?? {};
          const truth = totalLength(call.truth[speaker]);
          assert.ok(Math.abs(talk_seconds - truth) <= 0.4 + 0.06 * truth, `${speaker} ${talk_seconds} of ${truth} s`);
          const [lowest, highest] = speaker === 'staff' ? [140, 200] : [80, 130];
          const hz = pitch?.median_hz ?? 0;
          assert.ok(hz > lowest && hz < highest, `${speaker} at ${hz} Hz`);
        }
      });
    }
  }

  test('a line in which noise drowns the voice is marked', async () => {
    const { frames } = await scriptCall(voices, greeting);
    let state = 1;
    for (const i of frames.keys()) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      if (i % 2 === 1)
        frames[i] = Math.max(-32_768, Math.min(32_767, (frames[i] ?? 0) + (state / 2 ** 31 - 1) * 4_000));
    }
    const { quality } = await analyze(await writeCall(join(folder, 'drowned.wav'), { frames }));
    assert.deepEqual([quality?.rating, quality?.issues], ['low', ['noisy_customer']]);
  });
});

function found({ silence, overlap, speakers, turn_switches }: VoiceAnalysis) {
  return {
    silences: silence?.count,
    overlaps: overlap?.count,
    interruptions: { staff: speakers?.staff.interruptions, customer: speakers?.customer.interruptions },
    switches: turn_switches ?? undefined,
  };
}

function talkRatio({ truth }: ScriptedCall): number {
  const [staff, customer] = [totalLength(truth.staff), totalLength(truth.customer)];
  return staff / (staff + customer);
}

test("the simulator's speech is detected as it is written", async () => {
  for (let variant = 0; variant < conversationCount; variant++) {
    const conversation = conversationOf(variant);
    const file = join(folder, 'simulated.wav');
    writeFileSync(file, await speak(conversation));
    const { utterances, voice_analysis } = await analyzeVoice(file, modelsFolder, surroundings);
    const said = (speaker: Speaker) => conversation.turns.filter((turn) => turn.speaker === speaker);
    const talk = (speaker: Speaker) => said(speaker).reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    const ratio = talk('staff') / (talk('staff') + talk('customer'));
    assert.ok(Math.abs((voice_analysis.talk_ratio ?? 0) - ratio) < 0.08, `${voice_analysis.talk_ratio} of ${ratio}`);
    assert.deepEqual(
      utterances.map(({ speaker }) => speaker),
      conversation.turns.map(({ speaker }) => speaker),
    );
  }
});

test('tones are no speech', async () => {
  const tone = (i: number, ...hz: number[]) =>
    hz.reduce((sum, f) => sum + 8_000 * Math.sin((2 * Math.PI * f * i) / 8_000), 0);
  const keys = [697, 770, 852, 941];
  const frames = new Int16Array(2 * 8_000 * 12);
  for (let i = 0; i < frames.length / 2; i++) {
    // A line that rings, for two seconds of three; and one on which keys are pressed, five a second.
    if (i % 24_000 < 16_000) frames[2 * i] = tone(i, 440, 480);
    if (i % 1_600 < 800) frames[2 * i + 1] = tone(i, keys[Math.floor(i / 1_600) % 4] ?? 0, 1_336);
  }
  const { talk_ratio, speakers } = await analyze(await writeCall(join(folder, 'tones.wav'), { frames }));
  assert.deepEqual([talk_ratio, speakers?.staff.talk_seconds, speakers?.customer.talk_seconds], [null, 0, 0]);
});

test('a long recording analyzed in parts gives the same result as a short one, repeated', async () => {
  const turns = (await speak(conversationOf(0))).subarray(44);
  const samples = new Int16Array(turns.buffer.slice(turns.byteOffset, turns.byteOffset + turns.length));
  const repeated = new Int16Array(samples.length * 30);
  for (let i = 0; i < 30; i++) repeated.set(samples, i * samples.length);
  const short = await analyze(await writeCall(join(folder, 'short.wav'), { frames: samples }));
  const long = await analyze(await writeCall(join(folder, 'long.wav'), { frames: repeated }));
  assert.ok((long.duration_seconds ?? 0) > 120);
  assert.ok(Math.abs((long.talk_ratio ?? 0) - (short.talk_ratio ?? 0)) < 0.01);
  assert.equal(long.turn_switches, 30 * 3 + 29);
});

test('a recording at 16 kHz gives the same result as one at 8 kHz, with any sound above the telephone band', async () => {
  const narrow = await speak(conversationOf(0));
  const file = join(folder, 'narrow.wav');
  writeFileSync(file, narrow);
  const frames = (narrow.length - 44) / 4;
  const [staff, customer] = [0, 2].map((offset) =>
    doubleRate(Float32Array.from({ length: frames }, (_, i) => narrow.readInt16LE(44 + 4 * i + offset))),
  );
  // At 8 kHz this would be a loud tone of 1 kHz.
  const hiss = (i: number) => 9_000 * Math.sin((2 * Math.PI * 7_000 * i) / 16_000);
  const wide = Int16Array.from({ length: 4 * frames }, (_, i) =>
    Math.max(-32_768, Math.min(32_767, ((i % 2 ? customer : staff)?.[i >> 1] ?? 0) + hiss(i >> 1))),
  );
  const wideFile = join(folder, 'wide.wav');
  writeFileSync(wideFile, toWav(wide, { channels: 2, rate: 16_000 }));

  const [one, other] = [
    await analyzeVoice(file, modelsFolder, surroundings),
    await analyzeVoice(wideFile, modelsFolder, surroundings),
  ];
  assert.equal(other.voice_analysis.duration_seconds, one.voice_analysis.duration_seconds);
  assert.equal(other.utterances.length, one.utterances.length);
  for (const [i, { speaker, start, end }] of other.utterances.entries()) {
    const expected = one.utterances[i];
    assert.equal(speaker, expected?.speaker);
    for (const [found, true_] of [
      [start, expected?.start],
      [end, expected?.end],
    ])
      assert.ok(Math.abs((found ?? 0) - (true_ ?? 0)) < 0.1, `${found} s instead of ${true_} s`);
  }
  for (const speaker of ['staff', 'customer'] as const) {
    const [expected, found] = [one, other].map(({ voice_analysis }) => voice_analysis.speakers?.[speaker]);
    assert.ok(Math.abs((found?.pitch?.median_hz ?? 0) - (expected?.pitch?.median_hz ?? 0)) < 5, speaker);
    assert.ok(Math.abs((found?.loudness_dbfs ?? 0) - (expected?.loudness_dbfs ?? 0)) < 1, speaker);
  }
});

test('a silent recording has no talk ratio and is all silence', async () => {
  const file = join(folder, 'silent.wav');
  writeFileSync(file, toWav(new Int16Array(2 * 8_000 * 10)));
  const analysis = await analyze(file);
  assert.deepEqual([analysis.status, analysis.reason, analysis.talk_ratio], ['ready', null, null]);
  assert.deepEqual(analysis.silence, { seconds: 10, ratio: 1, count: 1, min_seconds: 3, longest_seconds: 10 });
  assert.deepEqual(analysis.speakers?.staff, {
    talk_seconds: 0,
    listen_seconds: 0,
    longest_monologue_seconds: 0,
    interruptions: 0,
    response_delay_seconds: null,
    speech_rate: null,
    pitch: null,
    loudness_dbfs: null,
  });
});

test('a recording of nothing has no length', async () => {
  const file = join(folder, 'empty.wav');
  writeFileSync(file, wavHeader(0));
  const { status, duration_seconds, talk_ratio, turn_switches_per_minute } = await analyze(file);
  assert.deepEqual([status, duration_seconds, talk_ratio, turn_switches_per_minute], ['ready', 0, null, null]);
});

test('a mono recording, or one with equal channels, has unknown speakers', async () => {
  const file = join(folder, 'mono.wav');
  const speech = await speak(conversationOf(0));
  const same = new Int16Array(speech.buffer.slice(speech.byteOffset + 44)).map((_, i, all) => all[i - (i % 2)] ?? 0);
  const mono = toWav(same);
  mono.writeUInt16LE(1, 22);
  for (const wav of [toWav(same), mono]) {
    writeFileSync(file, wav);
    const { status, reason, duration_seconds, talk_ratio, speakers } = await analyze(file);
    assert.deepEqual([status, reason, talk_ratio, speakers], ['unavailable', 'mono_recording', null, null]);
    assert.ok(duration_seconds);
  }
});

test('a file that is no recording fails with its reason, and says what it is', async () => {
  const file = join(folder, 'garbage.wav');
  for (const content of ['', 'RIFF', 'this is no sound at all, but a text of some length']) {
    writeFileSync(file, content);
    const { status, reason, completed_at } = await analyze(file);
    assert.deepEqual([status, reason], ['failed', 'unreadable_recording']);
    assert.equal(completed_at, '2026-01-02T03:04:05.678Z');
    assert.match(reported.at(-1) ?? '', /It is no WAV file/);
  }
});

test('an unfinished recording is read as far as it goes', async () => {
  const file = join(folder, 'unfinished.wav');
  const whole = await speak(conversationOf(0));
  const unfinished = Buffer.from(whole.subarray(0, 44 + 3 * 32_000 + 1));
  writeFileSync(file, unfinished);
  assert.equal((await analyze(file)).duration_seconds, 3);
  unfinished.writeUInt32LE(0, 40);
  writeFileSync(file, unfinished);
  assert.equal((await analyze(file)).duration_seconds, 3);
});
