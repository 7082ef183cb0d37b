import { type BinaryToTextEncoding, createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** The checksum of a file, which is read piece by piece. */
export async function checksum(file: string, algorithm: string, encoding: BinaryToTextEncoding): Promise<string> {
  const sum = createHash(algorithm);
  await pipeline(createReadStream(file), sum);
  return sum.digest(encoding);
}

/** Whether the file is there, and is that one. */
export const isUnchanged = async (file: string, sha256: string) =>
  existsSync(file) && (await checksum(file, 'sha256', 'hex')) === sha256;
