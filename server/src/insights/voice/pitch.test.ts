import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pitchOf } from './pitch.ts';

/** Overtones from 300 Hz on, as a telephone carries them. */
const voice = (hz: number) =>
  Float32Array.from({ length: 512 }, (_, i) => {
    let sum = 0;
    for (let overtone = Math.ceil(300 / hz); overtone * hz < 3_400; overtone++)
      sum += Math.sin((2 * Math.PI * overtone * hz * i) / 8_000) / overtone;
    return 0.3 * sum;
  });

test('a voice is as high as it is, though the telephone cuts its fundamental off', () => {
  for (const hz of [75, 98, 121, 150, 205, 260, 330])
    assert.ok(Math.abs(pitchOf(voice(hz)) / hz - 1) < 0.02, `${hz} Hz is heard as ${pitchOf(voice(hz))}`);
});

test('noise and silence have no pitch', () => {
  let state = 7;
  const noise = Float32Array.from({ length: 512 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
  assert.equal(pitchOf(noise), 0);
  assert.equal(pitchOf(new Float32Array(512)), 0);
});
