import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';
import { codeOf } from '../../platform/error-code.ts';
import { problem, validationFailed } from '../../platform/problem.ts';
import { withinCountedMessage } from '../access/counted-message.ts';
import type { ToolOperation } from './tools.ts';

export type Arguments = Record<string, unknown>;

/**
 * Performs the operation of a tool: a request to this server itself, with the key and the id of the message. So validation, limits,
 * idempotency, errors and the log are those of the API. The message and its operation count as one request.
 */
export async function performTool(
  app: FastifyInstance,
  message: FastifyRequest,
  operation: ToolOperation,
  given: Arguments,
): Promise<{ status: number; text: string }> {
  const { url, headers, body } = requestOf(operation, given);
  const request: InjectOptions = {
    method: operation.method as 'GET',
    url,
    headers: { ...headers, ...ownHeaders(message), ...(body && { 'content-type': 'application/json' }) },
    remoteAddress: message.socket.remoteAddress ?? goneAddress,
    ...(body && { payload: JSON.stringify(body) }),
  };
  const { statusCode, body: text } = await withinCountedMessage(() => app.inject(request).catch(explainStop));
  return { status: statusCode, text };
}

/** The client has left, and its address is not known any more. No allowlist names this one. */
const goneAddress = '0.0.0.0';

/** Requests that were accepted before a stop are finished, but the server accepts no other ones. */
function explainStop(error: unknown): never {
  throw codeOf(error) === 'FST_ERR_REOPENED_CLOSE_SERVER' ? problem('unavailable', { cause: error }) : error;
}

/** With the peer and what a trusted proxy says, the client's address and the origin of links are those of the message. */
function ownHeaders({ id, headers }: FastifyRequest): Record<string, string> {
  const kept = ['authorization', 'host', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];
  const given = kept.flatMap((name) => (headers[name] === undefined ? [] : [[name, `${headers[name]}`]]));
  return { ...Object.fromEntries(given), 'x-request-id': id };
}

/** The request that the arguments of a tool stand for. The operation itself refuses those that it does not know. */
function requestOf({ method, path, places }: ToolOperation, given: Arguments) {
  const rest = { ...given };
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  const missing: string[] = [];
  let filled = path;
  for (const [argument, { in: place, name }] of places) {
    const value = textOf(argument, given[argument]);
    delete rest[argument];
    if (place === 'path' && !value) missing.push(argument);
    else if (place === 'path') filled = filled.replace(`{${name}}`, segmentOf(value));
    else if (value !== undefined && place === 'query') query.set(name, value);
    else if (value !== undefined) headers[name] = asHeader(value);
  }
  if (missing.length > 0) throw validationFailed(missing.map(required));
  const isRead = method === 'GET';
  if (isRead) for (const [name, value] of Object.entries(rest)) query.set(name, textOf(name, value) ?? '');
  return { url: query.size > 0 ? `${filled}?${query}` : filled, headers, body: isRead ? undefined : rest };
}

/** Models send null for an argument that they do not use, and a list where a text with commas is meant. */
function textOf(field: string, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  const parts = Array.isArray(value) ? value : [value];
  if (parts.every((part) => typeof part !== 'object')) return parts.join(',');
  const message = `${field} must be a text, a number or a list of them.`;
  throw validationFailed([{ field, code: 'invalid_type', message }]);
}

/** A URL with `..` in its path would lead to another operation. */
function segmentOf(value = ''): string {
  if (value === '.' || value === '..') throw problem('not_found');
  return encodeURIComponent(value.toWellFormed());
}

/** As Node reads the bytes of a header that a client sends: the operation is performed without a connection. */
const asHeader = (value: string) => Buffer.from(value).toString('latin1');

const required = (field: string) => ({ field, code: 'required' as const, message: `${field} is required.` });
