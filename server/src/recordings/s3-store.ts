import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { ByteRange } from '../platform/byte-range.ts';
import { loadUndici } from '../platform/network/load-undici.ts';
import type { S3Account } from '../platform/network/s3-account.ts';
import { type Format, formats } from './recording.ts';
import type { FiledCall } from './recording-files.ts';

// Recordings in an S3-compatible store: `<tenant>/<call>.wav`, and `.mp3` beside it. Buckets are addressed by path, which every
// such store understands. One PUT takes 5 GB, which is 43 hours at 8 kHz, so multipart uploads are not needed.

export type S3Store = ReturnType<typeof s3Store>;

/** A refusal by the store. The code is one of S3's, such as AccessDenied. */
class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal';
  readonly code: string;
  constructor(status: number, code: string) {
    super(`The store of recordings answered ${status} ${code}`.trimEnd());
    this.code = code;
  }
}

type Sent = { headers?: Record<string, string>; body?: Readable | string };

const emptyHash = createHash('sha256').digest('hex');

export function s3Store({ url, region, keyId, secret }: S3Account) {
  const { Agent, request } = loadUndici();
  const agent = new Agent({ connect: { timeout: 5_000 }, headersTimeout: 30_000, bodyTimeout: 60_000 });
  const pathOf = ({ tenantId, callId }: FiledCall, format: Format) => `${tenantId}/${callId}.${format}`;

  async function ask(method: 'GET' | 'PUT' | 'DELETE', path: string, { headers, body }: Sent = {}) {
    const signer = new AwsV4Signer({
      ...{ method, url: `${url}/${path}`, service: 's3', region, accessKeyId: keyId, secretAccessKey: secret },
      headers: { 'x-amz-content-sha256': emptyHash, ...headers },
    });
    const signed = await signer.sign();
    const sent = { method, headers: Object.fromEntries(signed.headers), body: body ?? null, dispatcher: agent };
    const answer = await request(signed.url, sent);
    if (answer.statusCode < 300) return answer.body;
    const code = /<Code>(\w+)<\/Code>/.exec(await answer.body.text())?.[1] ?? '';
    throw new StoreRefusal(answer.statusCode, code);
  }

  return {
    /** The store checks the received bytes against the hash, which is part of the signature. */
    async put(call: FiledCall, format: Format, file: string): Promise<void> {
      const { size } = await stat(file);
      const hash = createHash('sha256');
      await pipeline(createReadStream(file), hash);
      const headers = { 'content-length': `${size}`, 'x-amz-content-sha256': hash.digest('hex') };
      const answer = await ask('PUT', pathOf(call, format), { headers, body: createReadStream(file) });
      await answer.dump();
    },

    /** Undefined if there is no such object. */
    async open(call: FiledCall, format: Format, range?: ByteRange): Promise<Readable | undefined> {
      const headers = range && { range: `bytes=${range.start}-${range.end}` };
      return ask('GET', pathOf(call, format), headers && { headers }).catch(ifMissing);
    },

    /** An object that does not exist counts as removed. */
    async drop(call: FiledCall): Promise<void> {
      for (const format of formats) await ask('DELETE', pathOf(call, format)).then((body) => body.dump(), ifMissing);
    },

    /** Fails if objects cannot be written and removed. */
    async check(): Promise<void> {
      const path = `trunkline-check-${process.pid}`;
      const content = 'ok';
      const hash = createHash('sha256').update(content).digest('hex');
      await (await ask('PUT', path, { headers: { 'x-amz-content-sha256': hash }, body: content })).dump();
      await (await ask('DELETE', path)).dump();
    },

    /** Aborts requests that are in progress. */
    close: () => agent.destroy(),
  };
}

function ifMissing(error: unknown): undefined {
  if (!(error instanceof StoreRefusal && error.code === 'NoSuchKey')) throw error;
}
