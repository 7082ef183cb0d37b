import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import { loadUndici } from './load-undici.ts';
import type { S3Account } from './s3-account.ts';

// Requests to an S3-compatible store. Buckets are addressed by path, which every such store understands.

/** A refusal by the store. The code is one of S3's, such as AccessDenied. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal';
  readonly code: string;
  /** The same request may be accepted later. */
  readonly isTemporary: boolean;
  constructor(status: number, code: string) {
    super(`The S3 store answered ${status} ${code}`.trimEnd());
    this.code = code;
    this.isTemporary = status >= 500 || status === 429 || status === 408;
  }
}

type Sent = {
  headers?: Record<string, string> | undefined;
  body?: Readable | Buffer | string | undefined;
  signal?: AbortSignal | undefined;
};

const sendingMs = 600_000;

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
const emptyHash = sha256('');

export type S3Client = ReturnType<typeof s3Client>;

export function s3Client({ url, region, keyId, secret, sessionToken }: S3Account) {
  const { Agent, request } = loadUndici();
  const agent = new Agent({ connect: { timeout: 5_000 }, headersTimeout: 30_000, bodyTimeout: 60_000 });

  /** The path may have a query. */
  async function ask(method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, { headers, body, signal }: Sent = {}) {
    const signer = new AwsV4Signer({
      ...{ method, url: `${url}/${path}`, service: 's3', region, accessKeyId: keyId, secretAccessKey: secret },
      ...(sessionToken && { sessionToken }),
      headers: { 'x-amz-content-sha256': emptyHash, ...headers },
    });
    const signed = await signer.sign();
    const answer = await request(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      body: body ?? null,
      signal: signal ?? null,
      dispatcher: agent,
      // The answer comes when all is sent, which takes minutes over a slow line.
      ...(body !== undefined && { headersTimeout: sendingMs }),
    });
    if (answer.statusCode < 300) return answer;
    const code = /<Code>(\w+)<\/Code>/.exec(await answer.body.text())?.[1] ?? '';
    throw new StoreRefusal(answer.statusCode, code);
  }

  return {
    ask,

    /** The store checks the received bytes against the hash, which is part of the signature. Returns the object's tag. */
    async putContent(path: string, content: Buffer | string, signal?: AbortSignal): Promise<string> {
      const headers = { 'x-amz-content-sha256': sha256(content) };
      const answer = await ask('PUT', path, { headers, body: content, signal });
      await answer.body.dump();
      return `${answer.headers.etag}`;
    },

    /** Sends what a multipart upload ends with, and returns the answer. */
    async complete(path: string, content: string, signal?: AbortSignal): Promise<string> {
      const headers = { 'content-type': 'application/xml', 'x-amz-content-sha256': sha256(content) };
      return (await ask('POST', path, { headers, body: content, signal })).body.text();
    },

    /** One PUT takes 5 GB. */
    async putFile(path: string, file: string, signal?: AbortSignal): Promise<void> {
      const { size } = await stat(file);
      const hash = createHash('sha256');
      await pipeline(createReadStream(file), hash, { signal });
      const headers = { 'content-length': `${size}`, 'x-amz-content-sha256': hash.digest('hex') };
      const answer = await ask('PUT', path, { headers, body: createReadStream(file), signal });
      await answer.body.dump();
    },

    /** Undefined if there is no such object. */
    async get(path: string, sent?: Pick<Sent, 'headers' | 'signal'>): Promise<Readable | undefined> {
      return ask('GET', path, sent).then(({ body }) => body, ifMissing);
    },

    async has(path: string, signal?: AbortSignal): Promise<boolean> {
      const found = await ask('GET', path, { headers: { range: 'bytes=0-0' }, signal }).catch(ifMissing);
      await found?.body.dump();
      return found !== undefined;
    },

    /** An object or an upload that does not exist counts as removed. */
    async remove(path: string, signal?: AbortSignal): Promise<void> {
      await ask('DELETE', path, { signal }).then(({ body }) => body.dump(), ifMissing);
    },

    /** Aborts requests that are in progress. */
    close: () => agent.destroy(),
  };
}

const missing = ['NoSuchKey', 'NoSuchUpload'];

function ifMissing(error: unknown): undefined {
  if (!(error instanceof StoreRefusal && missing.includes(error.code))) throw error;
}
