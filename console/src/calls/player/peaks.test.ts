import assert from 'node:assert/strict';
import { test } from 'node:test';
import { peaksOf } from './peaks.ts';

test('each stretch has its loudest sample, measured by the loudest of all channels', () => {
  const staff = new Float32Array([0.1, -0.5, 0, 0]);
  const customer = new Float32Array([0, 0, 0.25, 0.1]);
  assert.deepEqual(peaksOf([staff, customer], 2), [
    [1, 0],
    [0, 0.5],
  ]);
});

test('silence stays flat, and a recording may be shorter than the picture', () => {
  assert.deepEqual(peaksOf([new Float32Array(2)], 4), [[0, 0, 0, 0]]);
  assert.deepEqual(peaksOf([new Float32Array(0)], 2), [[0, 0]]);
});
