import { randomBytes } from 'node:crypto';

// The `traceparent` header of W3C Trace Context (https://www.w3.org/TR/trace-context/). `tracestate` and `baggage` are not
// passed on: they are text of the client, which would reach the endpoints of webhooks.

export type TraceContext = { traceId: string; spanId: string; isSampled: boolean };

// A later version may append fields. Version ff and ids of zeros are invalid.
const form = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Undefined if the text is missing or invalid, in which case a new trace begins. */
export function readTraceparent(text: unknown): TraceContext | undefined {
  const [, traceId, spanId, flags, more] = (typeof text === 'string' && form.exec(text)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (more !== undefined && `${text}`.startsWith('00')) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export const traceparentOf = ({ traceId, spanId, isSampled }: TraceContext) =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;

export const newTraceId = () => randomBytes(16).toString('hex');
export const newSpanId = () => randomBytes(8).toString('hex');
