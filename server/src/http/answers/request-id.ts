import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { uuidv7 } from '../../platform/ids.ts';

const acceptable = /^[A-Za-z0-9._-]{1,128}$/;

/** The client's own id if it is safe to repeat in headers and logs, otherwise a new one. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && acceptable.test(sent) ? sent : uuidv7();
}

/** The ids that lead to the other lines and to the trace of a request. */
export function idsOf({ id, span }: FastifyRequest): { request_id: string; trace_id?: string } {
  const traceId = span?.tracedAs;
  return traceId === undefined ? { request_id: id } : { request_id: id, trace_id: traceId };
}
