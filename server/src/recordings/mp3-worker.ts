import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { createMp3Encoder } from 'wasm-media-encoders';
import { bytesPerFrame, longestHeader, readWavHeader } from '../platform/wav.ts';

// A thread that encodes one of our WAV files as MP3, a second at a time, and ends. Synchronous I/O blocks only this thread.

const { wav, mp3 }: { wav: string; mp3: string } = workerData;
/** At this many kbit/s, speech at 8 kHz in two channels sounds like the WAV, at a fifth of its size; at 16 kHz a tenth. */
const bitrate = 48;

const source = openSync(wav, 'r');
const target = openSync(mp3, 'w');
const head = Buffer.alloc(longestHeader);
const headBytes = readSync(source, head, { position: 0 });
const layout = readWavHeader(head.subarray(0, headBytes), fstatSync(source).size);
const { channels, rate: sampleRate, dataStart, frames } = layout;
let position = dataStart;
const end = dataStart + frames * bytesPerFrame(layout);

const encoder = await createMp3Encoder();
encoder.configure({ channels, sampleRate, bitrate });
const second = new Int16Array(sampleRate * channels); // Little-endian, as is every machine that Node runs on here.
const bytes = new Uint8Array(second.buffer);
for (let filled = fill(); filled > 0; filled = fill()) writeSync(target, encoder.encode(samplesOf(filled)));
writeSync(target, encoder.finalize());
closeSync(source);
closeSync(target);

/** A read may return less than is left; the encoder gets whole seconds, so that the same file makes the same bytes. */
function fill(): number {
  let filled = 0;
  for (;;) {
    const read = readSync(source, bytes, filled, Math.min(bytes.length - filled, end - position), position);
    filled += read;
    position += read;
    if (read === 0 || filled === bytes.length) return filled;
  }
}

/** The samples of each channel, from -1 to 1. */
function samplesOf(length: number): Float32Array[] {
  const frames = Math.floor(length / (2 * channels));
  return Array.from({ length: channels }, (_, channel) => {
    const samples = new Float32Array(frames);
    for (let i = 0; i < frames; i++) samples[i] = (second[i * channels + channel] ?? 0) / 32_768;
    return samples;
  });
}
