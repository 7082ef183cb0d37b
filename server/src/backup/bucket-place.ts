import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { S3Account } from '../platform/network/s3-account.ts';
import { type S3Client, StoreRefusal, s3Client } from '../platform/network/s3-client.ts';
import type { Place } from './place.ts';

// A backup in a bucket: `<folder>/<name>`, and its recordings as `<folder>/recordings/<tenant>/<call>.wav`.

/** The smallest part that S3 takes is 5 MiB, and there are at most 10,000: files up to 160 GB. */
const partBytes = 16 << 20;

type Bucket = { account: S3Account; bucket: string; folder: string; name: string };

/** Reads `s3://bucket/folder/name` and the usual variables of the account; undefined if it is no such address. */
export function readBucket(text: string, environment: Record<string, string | undefined>): Bucket | undefined {
  const [, bucket, folder = '', name] = /^s3:\/\/([^/]+)\/(?:(.+)\/)?([^/]+)$/.exec(text) ?? [];
  if (!bucket || !name) return undefined;
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION = 'us-east-1' } = environment;
  const { AWS_ENDPOINT_URL, AWS_SESSION_TOKEN } = environment;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY)
    throw new Error('Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to the account of the bucket.');
  const endpoint = (AWS_ENDPOINT_URL || `https://s3.${AWS_REGION}.amazonaws.com`).replace(/\/+$/, '');
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint))
    throw new Error('AWS_ENDPOINT_URL must be an address such as https://s3.example.');
  return {
    account: {
      url: `${endpoint}/${bucket}`,
      region: AWS_REGION,
      keyId: AWS_ACCESS_KEY_ID,
      secret: AWS_SECRET_ACCESS_KEY,
      sessionToken: AWS_SESSION_TOKEN,
    },
    bucket,
    folder,
    name,
  };
}

/** The same of an account whose address has the bucket and the folder. */
export function bucketOf(account: S3Account, name: string): Bucket {
  const { origin, pathname } = new URL(account.url);
  const [bucket = '', ...folders] = decodeURIComponent(pathname).slice(1).split('/');
  return { account: { ...account, url: `${origin}/${bucket}` }, bucket, folder: folders.join('/'), name };
}

/** The signal breaks off its requests. */
export function bucketPlace({ account, bucket, folder, name }: Bucket, signal: AbortSignal): Place {
  const client = s3Client(account);
  const pathOf = (rest: string) => (folder === '' ? rest : `${folder}/${rest}`);
  const recordings = pathOf('recordings/');
  return {
    name: `s3://${bucket}/${pathOf(name)}`,

    async write(fill) {
      if (await client.has(pathOf(name), signal))
        throw new Error(`The bucket has an object ${pathOf(name)}. Choose another name.`);
      return uploadInParts(client, pathOf(name), fill, signal);
    },

    async read() {
      const found = await client.get(pathOf(name), { signal });
      if (!found) throw new Error(`The bucket has no object ${pathOf(name)}.`);
      return found;
    },

    async recordings() {
      const found = new Map<string, number>();
      for await (const { key, size } of listed(client, recordings, signal))
        found.set(key.slice(recordings.length), size);
      return found;
    },

    putRecording: (recording, file) => client.putFile(`${recordings}${recording}`, file, signal),
    async openRecording(recording) {
      const found = await client.get(`${recordings}${recording}`, { signal });
      if (!found) throw new Error(`The bucket has no object ${recordings}${recording}.`);
      return found;
    },
    /** An object appears when all of it is there. */
    async removeRecordingDrafts() {},
    removeRecording: (recording) => client.remove(`${recordings}${recording}`, signal),

    async removeDrafts(prefix, isOurs) {
      for await (const { key, id } of unfinishedUploads(client, pathOf(prefix), signal))
        if (isOurs(key.slice(pathOf('').length))) await client.remove(uploadOf(key, id), signal);
    },

    async namesOf(prefix) {
      const names: string[] = [];
      for await (const { key } of listed(client, pathOf(prefix), signal)) names.push(key.slice(pathOf('').length));
      return names;
    },
    remove: (other) => client.remove(pathOf(other), signal),
    close: () => client.close(),
  };
}

/** The object appears when the last part is there. A broken upload leaves nothing but its parts, which are removed. */
async function uploadInParts<T>(
  client: S3Client,
  path: string,
  fill: (output: Writable) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const begun = await (await client.ask('POST', `${path}?uploads`, { signal })).body.text();
  const upload = uploadOf(path, textOf(begun, 'UploadId') ?? '');
  const tags: string[] = [];
  const put = async (part: Buffer) => {
    const name = `${upload}&partNumber=${tags.length + 1}`;
    tags.push(await withRetries(() => client.putContent(name, part, signal), signal));
  };
  try {
    const output = partsTo(put);
    const [filled] = await Promise.all([fill(output), finished(output)]);
    const parts = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
    const list = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    const done = await client.complete(upload, list, signal);
    // A store may find only at the end that it cannot put the parts together, after it has answered 200.
    if (textOf(done, 'Code')) throw new Error(`The S3 store refused the upload: ${textOf(done, 'Code')}.`);
    return filled;
  } catch (error) {
    // A node that stops has no more time. The next backup removes the parts that are left.
    await client.remove(upload, AbortSignal.timeout(signal.aborted ? 1_000 : 30_000)).catch(() => {});
    throw error;
  }
}

const uploadOf = (path: string, id: string) => `${path}?uploadId=${encodeURIComponent(id)}`;

const pausesMs = [1_000, 4_000, 16_000];

/** A part may be sent again: one failure among thousands of parts must not end the upload. */
async function withRetries<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StoreRefusal && !error.isTemporary) throw error;
      await pause(pauseMs, undefined, { signal });
    }
  }
  return work();
}

/** Passes on what is written in parts of one size; only the last is smaller. */
function partsTo(put: (part: Buffer) => Promise<void>): Writable {
  let held: Buffer[] = [];
  let length = 0;
  const flush = async () => {
    const part = Buffer.concat(held);
    held = [];
    length = 0;
    await put(part);
  };
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      held.push(chunk);
      length += chunk.length;
      if (length < partBytes) done();
      else flush().then(() => done(), done);
    },
    final(done) {
      flush().then(() => done(), done);
    },
  });
}

async function* listed(
  client: S3Client,
  prefix: string,
  signal: AbortSignal,
): AsyncGenerator<{ key: string; size: number }> {
  let next: string | undefined;
  do {
    const query = new URLSearchParams({ 'list-type': '2', prefix, ...(next && { 'continuation-token': next }) });
    const page = await (await client.ask('GET', `?${query}`, { signal })).body.text();
    for (const [, contents = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const key = textOf(contents, 'Key');
      if (key !== undefined) yield { key, size: Number(textOf(contents, 'Size')) };
    }
    next = textOf(page, 'NextContinuationToken');
  } while (next !== undefined);
}

/** A page has up to 1,000. Other programs may have uploads in the bucket. */
async function* unfinishedUploads(
  client: S3Client,
  prefix: string,
  signal: AbortSignal,
): AsyncGenerator<{ key: string; id: string }> {
  let next: { 'key-marker': string; 'upload-id-marker': string } | undefined;
  do {
    const query = new URLSearchParams({ uploads: '', prefix, ...next });
    const page = await (await client.ask('GET', `?${query}`, { signal })).body.text();
    for (const [, upload = ''] of page.matchAll(/<Upload>(.*?)<\/Upload>/gs))
      yield { key: textOf(upload, 'Key') ?? '', id: textOf(upload, 'UploadId') ?? '' };
    const key = textOf(page, 'NextKeyMarker');
    const hasMore = textOf(page, 'IsTruncated') === 'true' && key;
    next = hasMore ? { 'key-marker': key, 'upload-id-marker': textOf(page, 'NextUploadIdMarker') ?? '' } : undefined;
  } while (next !== undefined);
}

/** Names here have no characters that XML escapes; a token may have some. */
function textOf(xml: string, element: string): string | undefined {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  return text?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
