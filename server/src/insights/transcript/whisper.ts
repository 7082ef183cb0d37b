import { join } from 'node:path';
import type { Log } from '../../platform/log.ts';
import { againLater } from '../models/again-later.ts';
import { loadUsable } from '../models/not-fetched.ts';
import { type InferenceSession, loadRuntime, type Runtime, type Tensor } from '../models/runtime.ts';
import { asLoudAsPossible } from '../voice/resample.ts';
import { oneThread } from '../voice/silero.ts';
import { type Continue, type Step, searchText } from './beam-search.ts';
import { isInvented, isSpeech } from './invented-text.ts';
import { bands, framesPerSecond, logMel } from './mel.ts';
import { longestSeconds } from './prepare-whisper.ts';
import { type LocalEngine, speechRate, type Written } from './speech-engine.ts';
import { type WhisperPlace, whisperFiles, whisperNames } from './whisper-files.ts';
import { usualLanguage, whisperLanguage } from './whisper-languages.ts';
import { readTokens, type WhisperTokens } from './whisper-tokens.ts';

// OpenAI's Whisper, a speech model for 99 languages. It also writes fluent text for noise, which `invented-text.ts` recognizes.

const headSize = 64;
/** Texts that are continued at the same time. */
const beams = 4;
/** People do not speak faster, in any language. Without a limit the model may repeat itself endlessly. */
const tokensPerSecond = 10;
/** The model was trained on speech with silence after it, and without any it is less sure where the speech ends. */
const silenceSeconds = 3;
/** Less sound makes the model unsure. */
const shortestSeconds = 6;

type Memory = Map<string, Tensor>;
type Loaded = {
  runtime: Runtime;
  encoder: InferenceSession;
  cross: InferenceSession;
  decoder: InferenceSession;
  tokens: WhisperTokens;
};

/** The sound in the form that the decoder takes, and the scores after the start token. */
type Encoded = { sound: Memory; memory: Memory; scores: Float32Array };

async function encode({ runtime, encoder, cross, decoder, tokens }: Loaded, speech: Float32Array): Promise<Encoded> {
  const { Tensor } = runtime;
  const seconds = Math.min(longestSeconds, Math.max(shortestSeconds, speech.length / speechRate + silenceSeconds));
  const frames = 2 * Math.ceil((seconds * framesPerSecond) / 2);
  const mel = logMel(asLoudAsPossible(speech), frames);
  const { last_hidden_state } = await encoder.run({ input_features: new Tensor('float32', mel, [1, bands, frames]) });
  if (!last_hidden_state) throw new Error('The speech model answers otherwise.');
  const sound = memoryOf(await cross.run({ encoder_hidden_states: last_hidden_state }));
  const heads = sound.values().next().value?.dims[1] ?? 0;
  const empty = decoder.inputNames
    .filter((name) => /^past_key_values\.\d+\.decoder/.test(name))
    .map((name) => [name, new Tensor('float32', new Float32Array(0), [1, heads, 0, headSize])] as const);
  return { sound, ...(await step({ runtime, decoder }, [tokens.start], new Map(empty), sound)) };
}

/** Adds a token to each text. */
async function step(
  { runtime, decoder }: Pick<Loaded, 'runtime' | 'decoder'>,
  tokens: number[],
  memory: Memory,
  sound: Memory,
): Promise<{ scores: Float32Array; memory: Memory }> {
  const { logits, ...present } = await decoder.run({
    ...Object.fromEntries(sound),
    ...Object.fromEntries(memory),
    input_ids: new runtime.Tensor('int64', tokens.map(BigInt), [tokens.length, 1]),
  });
  if (!(logits?.data instanceof Float32Array)) throw new Error('The speech model answers otherwise.');
  return { scores: logits.data, memory: memoryOf(present) };
}

/** The decoder returns its memory under names other than those under which it takes it. */
const memoryOf = (answer: Record<string, Tensor>): Memory =>
  new Map(Object.entries(answer).map(([name, tensor]) => [name.replace('present', 'past_key_values'), tensor]));

/** The memory of those texts, by their rows. */
function pickRows({ Tensor }: Runtime, memory: Memory, rows: number[]): Memory {
  if (rows.every((row, i) => row === i) && memory.values().next().value?.dims[0] === rows.length) return memory;
  return new Map(
    [...memory].map(([name, { data, dims }]) => {
      const [, ...rest] = dims;
      const size = rest.reduce((product, dimension) => product * dimension, 1);
      const picked = new Float32Array(rows.length * size);
      for (const [i, row] of rows.entries())
        picked.set((data as Float32Array).subarray(row * size, (row + 1) * size), i * size);
      return [name, new Tensor('float32', picked, [rows.length, ...rest])];
    }),
  );
}

function probabilities(scores: Float32Array, among: Iterable<number>): Map<number, number> {
  const tokens = [...among];
  const highest = tokens.reduce((most, token) => Math.max(most, scores[token] ?? 0), -Infinity);
  const weights = tokens.map((token) => Math.exp((scores[token] ?? 0) - highest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return new Map(tokens.map((token, i) => [token, (weights[i] ?? 0) / total]));
}

function probabilityOf(scores: Float32Array, token: number): number {
  const own = scores[token] ?? -Infinity;
  return 1 / scores.reduce((sum, score) => sum + Math.exp(score - own), 0);
}

/** The likeliest text; none if the sound is no speech in that language. */
async function write(model: Loaded, speech: Float32Array, language: string): Promise<Written> {
  const { runtime, tokens } = model;
  const languageToken = tokens.languages.get(language);
  if (languageToken === undefined) throw new Error(`Whisper does not know ${language}.`);
  const encoded = await encode(model, speech);
  const languageProbability = probabilities(encoded.scores, tokens.languages.values()).get(languageToken) ?? 0;
  if (!isSpeech({ languageProbability, noSpeech: probabilityOf(encoded.scores, tokens.noSpeech) })) return nothing;
  let next: Step<Memory> = encoded;
  for (const token of [languageToken, tokens.transcribe, tokens.noTimes])
    next = await step(model, [token], next.memory, encoded.sound);
  const sound = pickRows(runtime, encoded.sound, Array(beams).fill(0));
  const proceed: Continue<Memory> = (texts, memory) =>
    step(
      model,
      texts.map(({ token }) => token),
      pickRows(
        runtime,
        memory,
        texts.map(({ row }) => row),
      ),
      sound,
    );
  const found = await searchText(next, proceed, {
    width: beams,
    mostTokens: Math.ceil((speech.length / speechRate) * tokensPerSecond) + 5,
    lastToken: tokens.end,
    textTokens: tokens.end,
    suppressed: tokens.suppressed,
    suppressedAtStart: tokens.suppressedAtStart,
  });
  // A text at the limit may end within a character.
  const text = tokens.textOf(found.tokens).replaceAll('\u{fffd}', '');
  const confidence = Math.exp(found.meanLogProbability);
  return isInvented(text, confidence) ? nothing : { text, confidence };
}

const nothing: Written = { text: '', confidence: null };

/** Downloads the model if it is not there yet, and loads it with the first utterance. */
export function whisperEngine(place: WhisperPlace, note?: Log): Required<LocalEngine> {
  const name = whisperNames[place.size ?? 'base'];
  const open = async (folder: string): Promise<Loaded> => {
    const files = await whisperFiles({ ...place, folder }, note);
    const runtime = await loadRuntime(folder, note);
    const session = (file: string) => runtime.InferenceSession.create(file, oneThread);
    return {
      runtime,
      encoder: await session(files.encoder),
      cross: await session(files.cross),
      decoder: await session(files.decoder),
      tokens: await readTokens(files.folder),
    };
  };
  const load = againLater((folder: string) =>
    loadUsable(`The speech model cannot be loaded. Delete ${join(folder, name)}, and it is downloaded again.`, () =>
      open(folder),
    ),
  );
  return {
    nameFor: (language) => (whisperLanguage(language) ? name : undefined),
    write: async (speech, language) => write(await load(place.folder), speech, whisperLanguage(language) ?? language),
    async detect(speech) {
      const model = await load(place.folder);
      const { scores } = await encode(model, speech);
      const { languages } = model.tokens;
      const found = probabilities(scores, languages.values());
      return new Map([...languages].map(([name, token]) => [usualLanguage(name), found.get(token) ?? 0]));
    },
    async release() {
      const loaded = await load.take(place.folder);
      for (const session of loaded ? [loaded.encoder, loaded.cross, loaded.decoder] : []) await session.release();
    },
  };
}
