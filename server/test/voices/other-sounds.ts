// Sounds of a telephone line that are no speech, at 8 kHz, the same in every run.

const rate = 8_000;
type Sound = (seconds: number) => Float32Array;

const make =
  (sampleAt: (i: number) => number): Sound =>
  (seconds) =>
    Float32Array.from({ length: Math.round(seconds * rate) }, (_, i) => sampleAt(i));

const sine = (hertz: number, i: number) => Math.sin((2 * Math.PI * hertz * i) / rate);

/** Between -1 and 1. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function noise(level: number, smooth: number, seed: number): (i: number) => number {
  const white = chance(seed);
  let value = 0;
  return () => {
    value = smooth * value + (1 - smooth) * white();
    return level * value;
  };
}

/** Energy falls by 3 dB an octave: the sum of noises that change at different rates. */
function pink(level: number, seed: number): (i: number) => number {
  const white = chance(seed);
  const rows = Array.from({ length: 10 }, () => white());
  return (i) => {
    for (let row = 0; row < rows.length; row++) if (i % 2 ** row === 0) rows[row] = white();
    return (level * rows.reduce((sum, value) => sum + value, 0)) / rows.length;
  };
}

const dtmf = [
  [697, 1_209],
  [770, 1_336],
  [852, 1_477],
  [941, 1_336],
];

/** A tone with overtones that fades like a plucked string. */
const note = (hertz: number, age: number, i: number) =>
  Math.exp(-3 * age) * (sine(hertz, i) + 0.5 * sine(2 * hertz, i) + 0.25 * sine(3 * hertz, i));

const melody = [262, 330, 392, 523, 440, 349, 392, 330];
const chords = [
  [262, 330, 392],
  [220, 262, 330],
  [175, 220, 262],
  [196, 247, 294],
];

export const otherSounds: Record<string, Sound> = {
  silence: make(() => 0),
  'faint noise': make(noise(0.002, 0, 1)),
  'white noise': make(noise(0.2, 0, 2)),
  'pink noise': make(pink(0.4, 3)),
  'brown noise': make(noise(3, 0.97, 4)),
  hum: make((i) => 0.2 * sine(50, i) + 0.1 * sine(150, i) + 0.05 * sine(250, i)),
  'Japanese ringback': make((i) => (i % (3 * rate) < rate ? 0.3 * sine(400, i) * (0.7 + 0.3 * sine(16, i)) : 0)),
  'American ringback': make((i) => (i % (6 * rate) < 2 * rate ? 0.2 * (sine(440, i) + sine(480, i)) : 0)),
  'busy tone': make((i) => (i % rate < rate / 2 ? 0.3 * sine(400, i) : 0)),
  'one tone': make((i) => 0.3 * sine(1_000, i)),
  keys: make((i) => {
    const [low = 0, high = 0] = dtmf[Math.floor(i / (0.3 * rate)) % dtmf.length] ?? [];
    return i % (0.3 * rate) < 0.12 * rate ? 0.25 * (sine(low, i) + sine(high, i)) : 0;
  }),
  melody: make((i) => {
    const length = 0.35 * rate;
    return 0.3 * note(melody[Math.floor(i / length) % melody.length] ?? 0, (i % length) / rate, i);
  }),
  chords: make((i) => {
    const length = 1.5 * rate;
    const hertz = chords[Math.floor(i / length) % chords.length] ?? [];
    return hertz.reduce((sum, tone) => sum + 0.12 * (sine(tone, i) + 0.4 * sine(2 * tone, i)), 0);
  }),
  'music with rhythm': make(
    ((beat: (i: number) => number) => (i: number) => {
      const hertz = chords[Math.floor(i / (2 * rate)) % chords.length] ?? [];
      const lead = melody[Math.floor(i / (0.25 * rate)) % melody.length] ?? 0;
      const drum = Math.exp((-20 * (i % (0.5 * rate))) / rate) * beat(i);
      const pad = hertz.reduce((sum, tone) => sum + 0.07 * sine(tone, i), 0);
      return pad + 0.15 * note(2 * lead, (i % (0.25 * rate)) / rate, i) + drum;
    })(noise(0.4, 0.3, 5)),
  ),
  breathing: make(
    (
      (air: (i: number) => number) => (i: number) =>
        Math.max(0, sine(0.4, i)) ** 2 * air(i)
    )(noise(0.3, 0.6, 6)),
  ),
  clicks: make((i) => (i % Math.round(0.43 * rate) < 8 ? 0.8 * (i % 2 ? 1 : -1) : 0)),
  'wind in the microphone': make(
    (
      (air: (i: number) => number) => (i: number) =>
        (0.5 + 0.5 * sine(0.7, i) * sine(0.23, i)) * air(i)
    )(noise(4, 0.985, 7)),
  ),
};
