// WAV files of 16-bit samples. Their numbers are little-endian, as those of every machine that Node runs on here.

/** The rate of what we make ourselves. Recordings of real calls may have another one, and their header says which. */
export const sampleRate = 8_000;
export const bytesPerFrame = 4; // Two channels.
export const headerBytes = 44;

/** Frames of two samples each, the left one first. */
export function toWav(frames: Int16Array): Buffer {
  return withHeader(Buffer.from(frames.buffer, frames.byteOffset, frames.byteLength));
}

/** The first milliseconds of a file that `toWav` made. */
export function cutWav(wav: Buffer, milliseconds: number): Buffer {
  const frames = Math.floor((milliseconds * sampleRate) / 1_000);
  return withHeader(wav.subarray(headerBytes, headerBytes + frames * bytesPerFrame));
}

function withHeader(data: Buffer): Buffer {
  return Buffer.concat([wavHeader(data.length), data]);
}

/** The rate of a file that begins with such a header. */
export const readRate = (header: Buffer) => header.readUInt32LE(24);

/** What stands before so many bytes of frames. */
export function wavHeader(dataBytes: number, rate = sampleRate): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write('RIFF', 0);
  header.writeUInt32LE(headerBytes - 8 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16); // The length of what describes the format.
  header.writeUInt16LE(1, 20); // Plain PCM.
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * bytesPerFrame, 28);
  header.writeUInt16LE(bytesPerFrame, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
