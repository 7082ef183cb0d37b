import type { Readable } from 'node:stream';
import type { ByteRange } from '../platform/byte-range.ts';
import type { S3Account } from '../platform/network/s3-account.ts';
import { s3Client } from '../platform/network/s3-client.ts';
import { type Format, formats } from './recording.ts';
import type { FiledCall } from './recording-files.ts';

// Recordings in an S3-compatible store: `<tenant>/<call>.wav`, and `.mp3` beside it. One PUT takes 5 GB, which is 43 hours at
// 8 kHz, so multipart uploads are not needed.

export type S3Store = ReturnType<typeof s3Store>;

export function s3Store(account: S3Account) {
  const client = s3Client(account);
  const pathOf = ({ tenantId, callId }: FiledCall, format: Format) => `${tenantId}/${callId}.${format}`;
  return {
    put: (call: FiledCall, format: Format, file: string): Promise<void> => client.putFile(pathOf(call, format), file),

    /** Undefined if there is no such object. */
    open(call: FiledCall, format: Format, range?: ByteRange): Promise<Readable | undefined> {
      const headers = range && { range: `bytes=${range.start}-${range.end}` };
      return client.get(pathOf(call, format), { headers });
    },

    /** An object that does not exist counts as removed. */
    async drop(call: FiledCall, signal?: AbortSignal): Promise<void> {
      for (const format of formats) await client.remove(pathOf(call, format), signal);
    },

    /** Fails if objects cannot be written and removed. */
    async check(): Promise<void> {
      const path = 'trunkline-check'; // The same for all: the next check removes what a killed one has left.
      await client.putContent(path, 'ok');
      await client.remove(path);
    },

    close: client.close,
  };
}
