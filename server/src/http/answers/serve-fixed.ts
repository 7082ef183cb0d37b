import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { codeOf } from '../../platform/error-code.ts';
import { problem } from '../../platform/problem.ts';

type Fixed = {
  type: string;
  headers?: Record<string, string>;
  /** Called at the first request, so that the start does not wait for documents that may never be read. */
  make: () => string | Buffer | Promise<string | Buffer>;
};

type Encoding = 'br' | 'gzip' | 'identity';

/** Serves content that stays the same while the process runs, compressed once; a client that has it already gets 304. */
export function serveFixed(app: FastifyInstance, url: string, { type, headers, make }: Fixed): void {
  let making: Promise<{ content: Buffer; hash: string }> | undefined;
  const encoded = new Map<Encoding, Promise<Buffer>>();
  app.get(url, async (request, reply) => {
    making ??= Promise.try(make).then(hashed);
    making.catch(() => {
      making = undefined; // The next request tries again.
    });
    const { content, hash } = await making.catch(explainMissing);
    const encoding = isPacked(type) ? 'identity' : acceptedEncoding(request.headers['accept-encoding']);
    // Each encoding has its own tag, because the bytes differ.
    const etag = `"${hash}${encoding === 'identity' ? '' : `-${encoding}`}"`;
    reply.headers({ ...headers, etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    const held = request.headers['if-none-match'] ?? '';
    if (held.includes(etag)) return reply.code(304).send();
    const body = encoded.get(encoding) ?? encode[encoding](content);
    encoded.set(encoding, body);
    body.catch(() => encoded.delete(encoding)); // The next request tries again.
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(type).send(await body);
  });
}

/** A file that was there at the start may be gone: another version was checked out, or copied without it. */
function explainMissing(error: unknown): never {
  if (codeOf(error) !== 'ENOENT') throw error;
  throw problem('not_found', { message: 'The file of this page is missing on the server.' });
}

/** Images of this kind are compressed already. */
const isPacked = (type: string) => type === 'image/png';

function acceptedEncoding(accepted = ''): Encoding {
  // A client refuses an encoding by the weight 0.
  const accepts = (encoding: string) => new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted);
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}

/** Level 9 of 11: the highest takes seconds for a large page, and saves a few percent. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const encode: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) => promisify(brotliCompress)(content, brotli),
  gzip: (content) => promisify(gzip)(content),
  identity: async (content) => content,
};

const hashed = (content: string | Buffer) => ({
  content: Buffer.from(content),
  hash: createHash('sha256').update(content).digest('base64url'),
});
