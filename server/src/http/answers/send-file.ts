import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ByteRange, readByteRange } from '../../platform/byte-range.ts';
import { problem } from '../../platform/problem.ts';

/** A file that never changes under its ETag. */
export type ServedFile = {
  name: string;
  type: string;
  bytes: number;
  /** Including its quotation marks. */
  etag: string;
  modifiedAt: Date;
  /** Called at most once. The stream is read to its end or destroyed. */
  open(range: ByteRange | undefined): Promise<Readable>;
};

// A browser that opens a recording directly shows its own player, which the policy for data would block.
const playable = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Answers with the file, the requested part of it, or 304 if the client has it already (RFC 9110, 13 and 14). */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: ServedFile): Promise<FastifyReply> {
  const { headers, method } = request;
  const modified = file.modifiedAt.toUTCString();
  const known = {
    etag: file.etag,
    'last-modified': modified,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-security-policy': playable,
    vary: 'accept',
  };
  if (isHeld(headers, file.etag, modified)) return reply.code(304).headers(known).send();

  const isCurrent = [undefined, file.etag, modified].includes(headers['if-range'] as string | undefined);
  const range = method === 'GET' && isCurrent ? readByteRange(headers.range, file.bytes) : 'all';
  if (range === 'unsatisfiable')
    throw problem('range_not_satisfiable', { headers: { 'content-range': `bytes */${file.bytes}` } });

  const part = range === 'all' ? undefined : range;
  // Without a stream, Fastify would answer HEAD with a length of 0.
  const content = method === 'HEAD' ? Readable.from([]) : await file.open(part);
  if (request.socket.destroyed) content.destroy(); // The client disconnected meanwhile.
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${file.bytes}`);
  return reply
    .headers(known)
    .type(file.type)
    .header('content-length', part ? part.end - part.start + 1 : file.bytes)
    .header('content-disposition', `inline; filename="${file.name}"`)
    .send(content);
}

function isHeld(headers: FastifyRequest['headers'], etag: string, modified: string): boolean {
  const held = headers['if-none-match'];
  if (held !== undefined)
    return held.trim() === '*' || held.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return since >= Date.parse(modified);
}
