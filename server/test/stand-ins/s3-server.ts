import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { atEnd } from '../at-end.ts';

// As much of S3 as recordings and backups need, over real HTTP: a bucket in memory that checks signatures (AWS Signature Version 4) by
// itself, from the description and not with the signer under test.

const account = { keyId: 'AKIATEST', secret: 'se/cret+with=signs', region: 'test-1', bucket: 'calls' };

export async function startS3Server() {
  const objects = new Map<string, Buffer>();
  /** Every accepted request, such as `PUT 7/....wav`. */
  const requests: string[] = [];
  /** Such requests, as in `requests`, stay without an answer. */
  let held = /(?!)/;
  let brokenOff = 0;
  let mood: 'well' | 'out of order' | 'silent' = 'well';

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (mood === 'silent') return;
    if (mood === 'out of order') return refuse(response, 503, 'SlowDown');
    response.once('close', () => {
      if (!response.writableFinished) brokenOff++;
    });
    const refusal = refusalOf(request, body);
    if (refusal) return refuse(response, 403, refusal);
    const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://s3');
    const bucket = `/${account.bucket}/`;
    const folder = `${bucket}recorded/`;
    if (!path.startsWith(bucket)) return refuse(response, 404, 'NoSuchBucket');
    if (path === bucket && searchParams.has('uploads')) return listUploads(response, uploads, searchParams);
    if (path === bucket) return list(response, objects, searchParams);
    const key = path.slice(path.startsWith(folder) ? folder.length : bucket.length);
    const asked = `${request.method} ${key}`;
    requests.push(asked);
    if (held.test(asked)) return;
    if (searchParams.size > 0) return inParts(request.method, response, { key, body, searchParams });
    switch (request.method) {
      case 'PUT':
        if (request.headers['content-length'] === undefined) return refuse(response, 411, 'MissingContentLength');
        objects.set(key, body);
        response.end();
        return;
      case 'DELETE':
        objects.delete(key);
        response.writeHead(204).end();
        return;
      default:
        return send(response, objects.get(key), request.headers.range);
    }
  }

  let begun = 0;
  /** Uploads in parts that are not complete, by their ids. */
  const uploads = new Map<string, Upload>();
  /** Uploads that another client removes once they are listed. */
  const removedMeanwhile = new Set<string>();

  function inParts(method = '', response: ServerResponse, { key, body, searchParams }: Part): void {
    const id = searchParams.get('uploadId') ?? '';
    const parts = uploads.get(id)?.parts;
    const number = Number(searchParams.get('partNumber'));
    if (method === 'POST' && searchParams.has('uploads')) {
      const made = `up/load+${begun++}=`;
      uploads.set(made, { key, parts: [] });
      response.end(`<InitiateMultipartUploadResult><UploadId>${made}</UploadId></InitiateMultipartUploadResult>`);
    } else if (!parts) {
      refuse(response, 404, 'NoSuchUpload');
    } else if (method === 'PUT') {
      parts[number - 1] = body;
      response.setHeader('etag', tagOf(body)).end();
    } else if (method === 'DELETE' && removedMeanwhile.has(id)) {
      uploads.delete(id);
      refuse(response, 404, 'NoSuchUpload');
    } else if (method === 'DELETE') {
      uploads.delete(id);
      response.writeHead(204).end();
    } else {
      const tags = [...body.toString().matchAll(/<ETag>(.*?)<\/ETag>/g)].map(([, tag]) => tag);
      const isTooSmall = parts.slice(0, -1).some(({ length }) => length < 5 << 20);
      const hasAll = tags.join() === parts.map(tagOf).join();
      if (isTooSmall || !hasAll) {
        refuse(response, 400, isTooSmall ? 'EntityTooSmall' : 'InvalidPart');
        return;
      }
      objects.set(key, Buffer.concat(parts));
      uploads.delete(id);
      response.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const addressFor = (secret: string) =>
    `http://${account.keyId}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${account.bucket}/recorded?region=${account.region}`;
  return {
    address: addressFor(account.secret),
    addressFor,
    /** The same account as the usual variables. The bucket is `calls`. */
    variables: {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: account.keyId,
      AWS_SECRET_ACCESS_KEY: account.secret,
      AWS_REGION: account.region,
    },
    objects,
    uploads,
    removedMeanwhile,
    requests,
    /** How many answers the client did not read to the end. */
    brokenOff: () => brokenOff,
    hold(asked: RegExp) {
      held = asked;
    },
    become(next: typeof mood) {
      mood = next;
      server.closeAllConnections();
    },
  };
}

type Upload = { key: string; parts: Buffer[] };
type Part = { key: string; body: Buffer; searchParams: URLSearchParams };

const tagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`;

/** Two a page, so that a client has to ask again. */
function list(response: ServerResponse, objects: Map<string, Buffer>, asked: URLSearchParams): void {
  const after = asked.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(asked.get('prefix') ?? '') && key > after).sort();
  const shown = keys.slice(0, 2);
  const contents = shown.map((key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`);
  const next = keys.length > shown.length ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : '';
  response.end(`<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`);
}

/** Two a page, in the order of their keys and, for one key, of their ids. */
function listUploads(response: ServerResponse, uploads: Map<string, Upload>, asked: URLSearchParams): void {
  const placeOf = (key: string, id: string) => `${key}\0${id}`;
  const after = placeOf(asked.get('key-marker') ?? '', asked.get('upload-id-marker') ?? '');
  const found = [...uploads]
    .map(([id, { key }]) => ({ id, key, place: placeOf(key, id) }))
    .filter(({ key, place }) => key.startsWith(asked.get('prefix') ?? '') && place > after)
    .sort((a, b) => (a.place < b.place ? -1 : 1));
  const shown = found.slice(0, 2);
  const last = found.length > shown.length ? shown.at(-1) : undefined;
  const next = `<NextKeyMarker>${last?.key}</NextKeyMarker><NextUploadIdMarker>${last?.id}</NextUploadIdMarker>`;
  response.end(
    `<ListMultipartUploadsResult><IsTruncated>${last !== undefined}</IsTruncated>${last ? next : ''}${shown
      .map(({ id, key }) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`)
      .join('')}</ListMultipartUploadsResult>`,
  );
}

function send(response: ServerResponse, object: Buffer | undefined, range = ''): void {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  if (!object) refuse(response, 404, 'NoSuchKey');
  else if (first === undefined) response.end(object);
  else response.writeHead(206).end(object.subarray(Number(first), Number(last) + 1));
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
}

const hash = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const canonicalQuery = (query: URLSearchParams) =>
  [...query]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');

/** Why a request is refused; undefined if it is accepted. */
function refusalOf({ method, url = '', headers }: IncomingMessage, body: Buffer): string | undefined {
  const [, keyId, day = '', region, signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (keyId !== account.keyId) return 'InvalidAccessKeyId';
  if (region !== account.region) return 'AuthorizationHeaderMalformed';
  const date = `${headers['x-amz-date']}`;
  const sentAt = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - sentAt) < 900_000)) return 'RequestTimeTooSkewed';
  const names = signed.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return 'AccessDenied';
  const contentHash = `${headers['x-amz-content-sha256']}`;
  if (contentHash !== hash(body)) return 'XAmzContentSHA256Mismatch';

  const canonical = [
    method,
    new URL(url, 'http://s3').pathname,
    canonicalQuery(new URL(url, 'http://s3').searchParams),
    ...names.map((name) => `${name}:${`${headers[name]}`.trim()}`),
    '',
    signed,
    contentHash,
  ].join('\n');
  const scope = `${day}/${account.region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, hash(canonical)].join('\n');
  const signingKey = [day, account.region, 's3', 'aws4_request'].reduce(hmac, Buffer.from(`AWS4${account.secret}`));
  return hmac(signingKey, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}
