import { type DestinationStream, type Logger, pino } from 'pino';
import { encodeId, idOf } from './ids.ts';
import { textLine } from './log-text.ts';
import { ipv4, maskText } from './mask.ts';

export type { Logger };

export type LogFormat = 'json' | 'text';

/** Structured logs. Whatever a line came to hold, no number and no secret leaves in it unmasked. */
export function createLog(
  level: string,
  destination: DestinationStream = standardOutput(),
  format: LogFormat = 'json',
): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError, call_id: publicCallId },
    hooks: { streamWrite: format === 'json' ? maskLine : (line: string) => textLine(maskLine(line)) },
  };
  return pino(options, destination);
}

/**
 * The line of an ordinary request, of which no part can hold a number or a secret: see `http/request-log.ts`. There is one
 * for every request, and masking takes longer than all the rest of writing it.
 */
const requestLine = new RegExp(
  [
    String.raw`^\{"level":30,"time":"[\dTZ:.-]{24}","request_id":"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"`,
    String.raw`"method":"[A-Z]{1,7}","route":"(?:/(?:v\d|[:a-zA-Z]+))+","status":\d{3},"ms":\d{1,6}(?:\.\d)?,"ip":"(?:::ffff:)?${ipv4}"`,
    String.raw`"tenant_id":\d{1,9},"key_id":\d{1,9},"msg":"request"\}\n$`,
  ].join(','),
);

function maskLine(line: string): string {
  return requestLine.test(line) ? line : maskText(line);
}

/** Where nobody reads them, lines beyond this many characters are dropped rather than kept in memory. */
const mostWaiting = 16 * 1024 * 1024;

/** Nothing can be written to a terminal that was closed. That must not end the server, which may still have work to finish. */
export function standardOutput(): DestinationStream {
  // Lines wait for each other, not for the disk; what is waiting at the end is written before the process leaves.
  const lines = pino.destination({ dest: 1, sync: false, maxLength: mostWaiting });
  lines.on('error', () => {
    Object.assign(lines, { write: () => true, flushSync: () => {}, end: () => {}, destroy: () => {} });
  });
  return lines;
}

/** A call is named as clients know it, so that what they report is found; within, it is a UUID. */
function publicCallId(callId: unknown): unknown {
  const isUuid = typeof callId === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(callId);
  return isUuid ? encodeId('call', idOf('call', callId)) : callId;
}

/** An error without what drivers attach to it: PostgreSQL's detail and parameters repeat rows. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    stack: error.stack,
    ...cause,
  };
}
