import { join } from 'node:path';
import tokenizer from 'llama-tokenizer-js';
import type { Log } from '../../platform/log.ts';
import { againLater } from '../models/again-later.ts';
import { loadUsable } from '../models/not-fetched.ts';
import { type InferenceSession, loadRuntime, type Runtime, type Tensor } from '../models/runtime.ts';
import { asLoudAsPossible } from '../voice/resample.ts';
import { oneThread } from '../voice/silero.ts';
import { moonshineFiles, moonshineName } from './moonshine-files.ts';
import { type LocalEngine, speechRate, type Written } from './speech-engine.ts';

// Moonshine base, an English speech model that one thread runs several times as fast as people talk. It takes any sound for
// English and writes fluent nonsense for other languages, so it never gets any.

const layers = 8;
const heads = 8;
const headSize = 52;
const firstToken = 1;
const lastToken = 2;
/** People do not speak faster. Without a limit the model may repeat itself endlessly. */
const tokensPerSecond = 6.5;
/** The model needs this much sound to recognize anything. */
const shortestSpeech = speechRate / 2;

/** Downloads the model if it is not there yet, and loads it with the first utterance. */
export function moonshineEngine(folder: string, note?: Log): LocalEngine {
  return {
    nameFor: (language) => (new Intl.Locale(language).language === 'en' ? moonshineName : undefined),
    async write(speech) {
      const { runtime, encoder, decoder } = await load(folder, note);
      const encoded = await encode(runtime, encoder, speech);
      return decode(runtime, decoder, encoded, speech.length / speechRate);
    },
    async release() {
      const loaded = await load.take(folder);
      await loaded?.encoder.release();
      await loaded?.decoder.release();
    },
  };
}

const load = againLater((folder: string, note?: Log) =>
  loadUsable(
    `The English speech model cannot be loaded. Delete ${join(folder, moonshineName)}, and it is downloaded again.`,
    async () => {
      const files = await moonshineFiles(folder, undefined, note);
      const runtime = await loadRuntime(folder, note);
      return {
        runtime,
        encoder: await runtime.InferenceSession.create(files.encoder, oneThread),
        decoder: await runtime.InferenceSession.create(files.decoder, oneThread),
      };
    },
  ),
);

async function encode({ Tensor }: Runtime, encoder: InferenceSession, speech: Float32Array): Promise<Tensor> {
  const samples = new Float32Array(Math.max(speech.length, shortestSpeech));
  samples.set(asLoudAsPossible(speech));
  const { last_hidden_state } = await encoder.run({
    input_values: new Tensor('float32', samples, [1, samples.length]),
  });
  if (!last_hidden_state) throw new Error('The speech model answers otherwise.');
  return last_hidden_state;
}

/** Greedy decoding, one token at a time. The decoder's cache of earlier tokens is fed back into it. */
async function decode(
  { Tensor }: Runtime,
  decoder: InferenceSession,
  encoded: Tensor,
  seconds: number,
): Promise<Written> {
  const memory = emptyMemory(Tensor);
  const tokens = [firstToken];
  const most = Math.ceil(seconds * tokensPerSecond) + 2;
  const logProbabilities: number[] = [];
  while (tokens.length <= most) {
    const isFirst = tokens.length === 1;
    const answer = await decoder.run({
      ...Object.fromEntries(memory),
      input_ids: new Tensor('int64', [BigInt(tokens.at(-1) ?? firstToken)], [1, 1]),
      encoder_hidden_states: encoded,
      use_cache_branch: new Tensor('bool', [!isFirst], [1]),
    });
    const { token, logProbability } = likeliest(answer.logits);
    logProbabilities.push(logProbability);
    if (token === lastToken) break;
    tokens.push(token);
    for (const name of memory.keys()) {
      const present = answer[name.replace('past_key_values', 'present')];
      // The cache of the encoded sound does not change after the first token.
      if (present && (isFirst || name.includes('decoder'))) memory.set(name, present);
    }
  }
  const mean = logProbabilities.reduce((sum, value) => sum + value, 0) / logProbabilities.length;
  return { text: tokenizer.decode(tokens).trim(), confidence: Math.exp(mean) };
}

function emptyMemory(Tensor: Runtime['Tensor']): Map<string, Tensor> {
  const memory = new Map<string, Tensor>();
  for (let layer = 0; layer < layers; layer++)
    for (const part of ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'])
      memory.set(
        `past_key_values.${layer}.${part}`,
        new Tensor('float32', new Float32Array(0), [0, heads, 1, headSize]),
      );
  return memory;
}

function likeliest(logits: Tensor | undefined): { token: number; logProbability: number } {
  if (!(logits?.data instanceof Float32Array)) throw new Error('The speech model answers otherwise.');
  const { data } = logits;
  let token = 0;
  for (let i = 1; i < data.length; i++) if ((data[i] ?? 0) > (data[token] ?? 0)) token = i;
  const highest = data[token] ?? 0;
  let total = 0;
  for (const score of data) total += Math.exp(score - highest);
  return { token, logProbability: -Math.log(total) };
}
