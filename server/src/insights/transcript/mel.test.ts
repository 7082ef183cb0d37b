import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bands, logMel } from './mel.ts';

const rate = 16_000;
const tone = (hertz: number, level: number, seconds = 1) =>
  Float32Array.from({ length: seconds * rate }, (_, i) => level * Math.sin((2 * Math.PI * hertz * i) / rate));
const bandOf = (mel: Float32Array, band: number, frame: number, frames: number) => mel[band * frames + frame] ?? 0;
const loudestBand = (mel: Float32Array, frame: number, frames: number) =>
  Array.from({ length: bands }, (_, band) => bandOf(mel, band, frame, frames)).reduce(
    (best, value, band, all) => (value > (all[best] ?? 0) ? band : best),
    0,
  );

test('a tone is loudest in the band around its frequency', () => {
  // 80 bands over 45.245642 mels (Slaney): 1 kHz is at 15 mels, 2 kHz at 25.08, 4 kHz at 35.16, each band 0.5586 wide.
  for (const [hertz, band] of [
    [1_000, 26],
    [2_000, 44],
    [4_000, 62],
  ] as const)
    assert.equal(loudestBand(logMel(tone(hertz, 0.5), 100), 50, 100), band, `${hertz} Hz`);
});

test('the values are those of an independent computation', () => {
  const frames = 150;
  const high = tone(2_600, 0.1);
  const mel = logMel(
    tone(440, 0.5).map((sample, i) => sample + (high[i] ?? 0)),
    frames,
  );
  // Computed with NumPy: its FFT of mirrored, windowed frames, and filters from the published formula.
  for (const [band, frame, value] of [
    [0, 0, 0.98979],
    [11, 0, 1.11078],
    [11, 50, 1.4382],
    [10, 50, 1.34874],
    [20, 50, -0.5618],
    [50, 50, 0.91363],
    [51, 50, 1.00217],
    [79, 50, -0.5618],
    [11, 99, 1.43695],
    [51, 100, 0.90105],
    [30, 101, -0.11781],
    [0, 149, -0.5618],
  ] as const)
    assert.ok(Math.abs(bandOf(mel, band, frame, frames) - value) < 2e-4, `band ${band} at ${frame}`);
});

test('silence follows the end of the speech, at most 80 dB below the loudest value', () => {
  const frames = 300;
  const mel = logMel(tone(1_000, 0.5), frames);
  const loudest = mel.reduce((most, value) => Math.max(most, value), -Infinity);
  for (let band = 0; band < bands; band++)
    assert.ok(Math.abs(bandOf(mel, band, 250, frames) - (loudest - 2)) < 1e-6, `band ${band}`);
  const nothing = logMel(new Float32Array(rate), 100);
  assert.ok(
    nothing.every((value) => value === -1.5),
    'the least energy is 1e-10',
  );
});
