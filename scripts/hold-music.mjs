// Writes the music for customers on hold: some chords of decaying sines, 16 seconds in mu-law at 8 kHz. It is made here, so it
// has no license but that of this project. `node scripts/hold-music.mjs`
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeMuLaw } from '../server/test/phone-lab/tone.ts';

const file = join(import.meta.dirname, '../deploy/asterisk/hold/trunkline.ulaw');
const rate = 8_000;
const step = 0.5;
const chords = [
  [60, 64, 67, 71, 72, 71, 67, 64],
  [57, 60, 64, 67, 69, 67, 64, 60],
  [53, 57, 60, 64, 65, 64, 60, 57],
  [55, 59, 62, 65, 67, 65, 62, 59],
];
const notes = chords.flat();
const seconds = notes.length * step;

const samples = new Float64Array(seconds * rate);
for (const [i, note] of notes.entries()) {
  const hertz = 440 * 2 ** ((note - 69) / 12);
  for (let n = 0; n < 2 * rate; n++) {
    const t = n / rate;
    const loudness = Math.min(1, t / 0.02) * Math.exp(-2.5 * t);
    const wave = Math.sin(2 * Math.PI * hertz * t) + 0.3 * Math.sin(4 * Math.PI * hertz * t);
    // The last notes fade into the first ones, so that it can be repeated.
    const at = (i * step * rate + n) % samples.length;
    samples[at] = (samples[at] ?? 0) + 3_000 * loudness * wave;
  }
}

writeFileSync(
  file,
  Uint8Array.from(samples, (sample) => encodeMuLaw(Math.round(sample))),
);
