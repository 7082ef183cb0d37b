import type { IncomingHttpHeaders } from 'node:http';
import { problem } from '../platform/problem.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
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
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
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
    return JSON.parse(utf8.decode(body));
  } catch (cause) {
    // The parser's own words quote the body, which may hold a customer's number, so they are not repeated.
    throw problem('malformed_json', { cause });
  }
}
