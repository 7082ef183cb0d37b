import { styleText } from 'node:util';

// Log lines for a person at a terminal, made from the JSON lines after masking.

type Fields = Record<string, unknown>;
type Style = Parameters<typeof styleText>[0];

const labels: Record<number, { label: string; style: Style }> = {
  10: { label: 'TRACE', style: 'dim' },
  20: { label: 'DEBUG', style: 'dim' },
  40: { label: 'WARN', style: 'yellow' },
  50: { label: 'ERROR', style: 'red' },
  60: { label: 'FATAL', style: 'red' },
};

/** One line, followed by the stack of an error if there is one. */
export function textLine(json: string): string {
  const parsed = parse(json);
  if (!parsed) return `${harmless(json.trimEnd())}\n`;
  const { level, time, msg, err, ...fields } = parsed;
  const label = labels[Number(level)];
  const { words, rest } = describe(String(msg ?? ''), fields);
  const cells = [
    styled('dim', timeOf(String(time))),
    ...(label ? [styled(label.style, label.label)] : []),
    harmless(words),
    ...Object.entries(rest).map(([name, value]) => styled('dim', `${name}=${harmless(show(value))}`)),
  ];
  return `${cells.join(' ')}\n${err === undefined ? '' : stackOf(err as Fields)}`;
}

/** Masking may replace a number that was not in a string, and then the line is no longer JSON. */
function parse(json: string): Fields | undefined {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Requests are shown in a short form; the request id is shown only for failures. */
function describe(message: string, fields: Fields): { words: string; rest: Fields } {
  const { event, method, route, status, ms, request_id, ...rest } = fields;
  if (event !== 'request.completed' || typeof status !== 'number') return { words: message, rest: fields };
  return {
    words: `${method} ${route} ${status} in ${ms} ms`,
    rest: status < 400 ? rest : { ...rest, request_id },
  };
}

function stackOf({ stack, message, cause }: Fields): string {
  const lines = String(stack ?? message).split('\n');
  const text = lines.map((line) => `    ${harmless(line)}\n`).join('');
  return cause === undefined ? text : `${text}    caused by:\n${stackOf(cause as Fields)}`;
}

const show = (value: unknown) => (typeof value === 'string' && !/[\s"]/.test(value) ? value : JSON.stringify(value));

/** Control characters can rewrite the screen. */
const harmless = (text: string) => text.replace(/\p{Cc}/gu, '\ufffd');

/** In the local time of the reader. */
const timeOf = (time: string) => new Date(time).toLocaleTimeString('sv-SE');

/** Without colors if standard output is no terminal, or NO_COLOR is set. */
const styled = (style: Style, text: string) => styleText(style, text, { stream: process.stdout });
