import type { IncomingHttpHeaders } from 'node:http';
import { problem } from '../platform/problem.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Deeper than `read-input.ts` takes anything, be it in one item of a list. */
const deepestParsed = 128;

const utf8Parameters = new Set(['', 'charset=utf-8', 'charset="utf-8"']);

export function isJsonType(contentType = ''): boolean {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  return type === 'application/json' && parameters.every((parameter) => utf8Parameters.has(parameter));
}

/** The JSON object in a body. Bodies reach the handlers as bytes, because an idempotent answer is bound to the bytes. */
export function parseJson(headers: IncomingHttpHeaders, body: Buffer | undefined): Record<string, unknown> {
  const contentType = headers['content-type'];
  const isEmpty = !body || body.length === 0;
  if (!isJsonType(contentType) && !(isEmpty && contentType === undefined)) throw problem('unsupported_media_type');
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? ''))
    throw problem('unsupported_media_type', { message: 'The body is compressed. Send it without Content-Encoding.' });
  if (isEmpty) throw problem('malformed_json', { message: 'The body is empty. Send a JSON object.' });
  const value = parse(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw problem('malformed_json', { message: 'The body must be a JSON object.' });
  return value as Record<string, unknown>;
}

/** For what needs no body: none is as good as an empty object, and neither needs a content type. */
export function parseOptionalJson(headers: IncomingHttpHeaders, body: Buffer | undefined): Record<string, unknown> {
  return body && body.length > 0 ? parseJson({ 'content-type': 'application/json', ...headers }, body) : {};
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(withoutDepths(body)));
  } catch (cause) {
    // The parser's own words quote the body, which may hold a customer's number, so they are not repeated.
    throw problem('malformed_json', { cause });
  }
}

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Leaves out what is nested deeper than anything may be, because a parser takes most of a second for a million levels.
 * What remains is still too deep, and is refused where it stands, in the order and the words of every other fault.
 */
function withoutDepths(body: Buffer): Buffer {
  let kept: Buffer | undefined;
  let length = 0;
  let start = 0;
  let depth = 0;
  for (let i = 0; i < body.length; i++) {
    switch (body[i]) {
      case quote:
        for (i++; i < body.length && body[i] !== quote; i++) if (body[i] === backslash) i++;
        break;
      case openBracket:
      case openBrace:
        if (++depth !== deepestParsed) break;
        kept ??= Buffer.allocUnsafe(body.length);
        length += body.copy(kept, length, start, i + 1);
        start = body.length;
        break;
      case closeBracket:
      case closeBrace:
        if (depth-- === deepestParsed) start = i;
        break;
    }
  }
  if (!kept) return body;
  length += body.copy(kept, length, start);
  return kept.subarray(0, length);
}
