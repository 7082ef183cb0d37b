import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger as LineWriter, pino } from 'pino';
import { isFullDisk } from './full-disk.ts';
import { encodeId, idOf } from './ids.ts';
import { type LogEvent, logEvents } from './log-events.ts';
import { lineLimit } from './log-limit.ts';
import { textLine } from './log-text.ts';
import { ipv4, maskText } from './mask.ts';

/** The facts of one line. */
export type LogFields = { [name: string]: unknown; event?: never };

/** Writes one line, with the level and the message of the event. */
export type Log = (event: LogEvent, fields?: LogFields) => void;

export type Logger = Log & {
  /** The log of a library: its warnings and errors in its own words, under the event `<name>.message`. */
  ofLibrary(name: 'fastify'): LineWriter;
};

export type LogFormat = 'json' | 'text';

/** Structured logs. Numbers and secrets are masked in every line, whatever its content. */
export function createLog(
  level: string,
  destination: DestinationStream = standardOutput(),
  format: LogFormat = 'json',
  inEachLine: { worker: number } | null = null,
): Logger {
  const options = {
    level,
    base: inEachLine,
    timestamp: timeOfLine(),
    serializers: { err: (error: unknown) => describeError(error), call_id: publicCallId },
    hooks: { streamWrite: format === 'json' ? maskLine : (line: string) => textLine(maskLine(line)) },
  };
  const lines = pino(options, destination);
  const write: Log = (event, fields) => {
    const { level, message } = logEvents[event];
    lines[level]({ event, ...fields }, message);
  };
  const limit = lineLimit((event, omitted) => write('log.lines_omitted', { of: event, lines: omitted }));
  const log: Log = (event, fields) => {
    if (lines.isLevelEnabled(logEvents[event].level) && limit.admits(event, fields)) write(event, fields);
  };
  const leastOfLibraries = lines.isLevelEnabled('warn') ? 'warn' : level;
  return Object.assign(log, {
    ofLibrary: (name: 'fastify') => lines.child({ event: `${name}.message` }, { level: leastOfLibraries }),
  });
}

/** The same text as the library's `isoTime`, which formats the whole date for each line. */
function timeOfLine(): () => string {
  let second: number | undefined;
  let written = '';
  return () => {
    const now = Date.now();
    const current = Math.floor(now / 1_000);
    if (current !== second) written = `,"time":"${new Date(now).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss.'.length)}`;
    second = current;
    return `${written}${String(now - current * 1_000).padStart(3, '0')}Z"`;
  };
}

/**
 * The line of an ordinary request, no part of which can contain a number or a secret: see `http/request-log.ts`. There is one
 * for every request, and masking takes longer than everything else in writing it.
 */
const requestLine = new RegExp(
  [
    String.raw`^\{"level":30,"time":"[\dTZ:.-]{24}",(?:"worker":\d{1,2},)?"event":"request\.completed","request_id":"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"(?:,"trace_id":"[\da-f]{32}")?`,
    String.raw`"method":"[A-Z]{1,7}","route":"(?:/(?:v\d|[:a-zA-Z]+))+","status":\d{3},"ms":\d{1,6}(?:\.\d)?,"ip":"(?:::ffff:)?${ipv4}"`,
    String.raw`"tenant_id":\d{1,9},"key_id":\d{1,9},"msg":"request completed"\}\n$`,
  ].join(','),
);

function maskLine(line: string): string {
  return requestLine.test(line) ? line : maskText(line);
}

/** If standard output takes nothing, lines beyond this many characters are dropped rather than kept in memory. */
const mostWaiting = 16 * 1024 * 1024;
/** Lines of requests leave together, because a write takes as long as a tenth of an ordinary request. */
const together = { characters: 8 * 1024, ms: 10 };

/** An output on a full disk is tried again after this time (ms). */
const spacePatience = 1_000;

/** Writing to a closed terminal fails. That must not end the server, which may still have work to finish. */
export function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false });
  let isSilent = false;
  const silence = () => {
    isSilent = true;
    Object.assign(output, { write: () => true, flushSync: () => {}, end: () => {}, destroy: () => {} });
  };
  output.on('close', silence).on('error', (error: unknown) => {
    if (!isFullDisk(error)) return silence();
    // The library still has the text that was not written, and begins with it.
    setTimeout(() => output.write(''), spacePatience).unref();
  });
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  let isWriting = false;
  const take = () => {
    clearTimeout(timer);
    timer = undefined;
    const text = waiting;
    waiting = '';
    return text;
  };
  const send = () => {
    if (isWriting || waiting === '') return;
    isWriting = true;
    output.write(take());
  };
  output.on('drain', () => {
    isWriting = false;
    send();
  });
  // The library calls it when the process exits, and its own one repeats a write that fails without end.
  output.flushSync = () => writeAtOnce(take());
  const stream = {
    /** Makes the library set `lastObj`: https://getpino.io/#/docs/api?id=pino-metadata */
    [Symbol.for('pino.metadata')]: true,
    lastObj: {} as { event?: LogEvent },
    write(line: string) {
      if (isSilent || waiting.length + line.length > mostWaiting) return;
      waiting += line;
      const mayWait = stream.lastObj.event === 'request.completed' && waiting.length < together.characters;
      if (mayWait) timer ??= setTimeout(send, together.ms);
      else send();
    },
    /** The library calls it after a fatal line. */
    flushSync: () => output.flushSync(),
  };
  return stream;
}

/** How long (ms) a process that ends tries to write to a full output. Most outputs make it wait instead until they are read or closed. */
const lastPatience = 1_000;

function writeAtOnce(text: string): void {
  const deadline = performance.now() + lastPatience;
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || performance.now() > deadline) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/** Logs a call under its public id, so that operators find the calls that clients report; internally it is a UUID. */
function publicCallId(callId: unknown): unknown {
  const isUuid = typeof callId === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(callId);
  return isUuid ? encodeId('call', idOf('call', callId)) : callId;
}

/** An error without the fields that drivers attach to it: PostgreSQL's detail and parameters repeat rows. */
const mostCauses = 8;

/** An error may be its own cause. */
function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  const isLast = error.cause === undefined || depth === mostCauses;
  const cause = isLast ? {} : { cause: describeError(error.cause, depth + 1) };
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    stack: error.stack,
    ...cause,
  };
}
