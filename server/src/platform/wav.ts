// WAV files of 16-bit samples. Their numbers are little-endian, like those of every machine that Node runs on here.

type WavFormat = { channels: 1 | 2; rate: number };

/** The format of files that we make ourselves. Recordings of real calls may have another rate, which their header gives. */
export const callRate = 8_000;
const callFormat: WavFormat = { channels: 2, rate: callRate };
export const bytesPerSample = 2;
/** The size of the headers that `wavHeader` makes. Other programs write longer ones. */
const headerBytes = 44;
/** The header of a recording takes a few dozen bytes, so this is more than enough. */
export const longestHeader = 4_096;

/** Each frame has one sample per channel, the left one first. */
export function toWav(frames: Int16Array, format = callFormat): Buffer<ArrayBuffer> {
  return withHeader(Buffer.from(frames.buffer, frames.byteOffset, frames.byteLength), format);
}

/** The first milliseconds of a file that `toWav` made in the format of our own files. */
export function cutWav(wav: Buffer, milliseconds: number): Buffer {
  const frames = Math.floor((milliseconds * callRate) / 1_000);
  return withHeader(wav.subarray(headerBytes, headerBytes + frames * bytesPerFrame(callFormat)), callFormat);
}

const withHeader = (data: Buffer, format: WavFormat) => Buffer.concat([wavHeader(data.length, format), data]);

export const bytesPerFrame = ({ channels }: { channels: number }) => channels * bytesPerSample;

/** The header of a file with this many bytes of frames. */
export function wavHeader(dataBytes: number, { channels, rate } = callFormat): Buffer {
  const frameBytes = bytesPerFrame({ channels });
  const header = Buffer.alloc(headerBytes);
  header.write('RIFF', 0);
  header.writeUInt32LE(headerBytes - 8 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16); // The length of the format chunk.
  header.writeUInt16LE(1, 20); // Plain PCM.
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * frameBytes, 28);
  header.writeUInt16LE(frameBytes, 32);
  header.writeUInt16LE(8 * bytesPerSample, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  return header;
}

/** A file that is not a WAV file of 16-bit samples; the message says why. */
export class UnreadableWav extends Error {
  override name = 'UnreadableWav';
}

/** The format of a file, and the position and number of its frames. */
export type WavLayout = WavFormat & { dataStart: number; frames: number };

/** Reads the header in the first bytes of a file: `longestHeader` of them, or the whole file. */
export function readWavHeader(head: Buffer, fileBytes: number): WavLayout {
  const name = (at: number) => head.toString('latin1', at, at + 4);
  if (name(0) !== 'RIFF' || name(8) !== 'WAVE') throw new UnreadableWav('It is no WAV file.');
  let format: WavFormat | undefined;
  for (let at = 12; at + 8 <= head.length; ) {
    const length = head.readUInt32LE(at + 4);
    const dataStart = at + 8;
    if (name(at) === 'fmt ' && dataStart + 16 <= head.length) format = readFormat(head.subarray(dataStart));
    if (name(at) === 'data') {
      if (!format) throw new UnreadableWav('It does not say what its samples are.');
      // A file whose writer died says 0, or more than the actual size.
      const there = fileBytes - dataStart;
      const dataBytes = length === 0 ? there : Math.min(length, there);
      return { ...format, dataStart, frames: Math.floor(dataBytes / bytesPerFrame(format)) };
    }
    at = dataStart + length + (length % 2);
  }
  throw new UnreadableWav('There is no sound in it.');
}

function readFormat(format: Buffer): WavFormat {
  const [encoding, channels] = [format.readUInt16LE(0), format.readUInt16LE(2)];
  const [rate, bits] = [format.readUInt32LE(4), format.readUInt16LE(14)];
  if (encoding !== 1 || bits !== 8 * bytesPerSample || (channels !== 1 && channels !== 2))
    throw new UnreadableWav(`It has ${channels} channels of ${bits} bits at ${rate} Hz in encoding ${encoding}.`);
  return { channels, rate };
}
