import type { IncomingHttpHeaders } from 'node:http';
import { pacer, takeTurn } from '../../platform/concurrency/pace.ts';
import { problem } from '../../platform/problem.ts';
import { cutJson, listAt } from './cut-json.ts';

type Fields = Record<string, unknown>;

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** A byte order mark is accepted at the start of a body, and nowhere else. */
const utf8Inside = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Smaller bodies cost no more than other requests. */
const largeBody = 64 * 1024;

const utf8Parameters = new Set(['', 'charset=utf-8', 'charset="utf-8"']);

export function isJsonType(contentType = ''): boolean {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  return type === 'application/json' && parameters.every((parameter) => utf8Parameters.has(parameter));
}

/** The JSON object in a body. Bodies reach the handlers as bytes, because a kept answer is bound to the bytes. */
export function parseJson(headers: IncomingHttpHeaders, body: Buffer | undefined): Fields {
  const bytes = readBytes(headers, body);
  const cutting = cutJson(bytes, openingOf(bytes));
  let step = cutting.next();
  while (!step.done) step = cutting.next();
  return parse(step.value.text) as Fields;
}

/**
 * The same, without delaying other requests for long: large bodies wait for their turn, and the items of the list that
 * `itemsOf` names are parsed in slices.
 */
export async function readJson(
  headers: IncomingHttpHeaders,
  body: Buffer | undefined,
  itemsOf?: string,
): Promise<Fields> {
  const bytes = readBytes(headers, body);
  if (bytes.length > largeBody) await takeTurn();
  const pace = pacer();
  const cutting = cutJson(bytes, openingOf(bytes), itemsOf);
  let step = cutting.next();
  for (; !step.done; step = cutting.next()) {
    const turn = pace();
    if (turn) await turn;
  }
  const { text, lists } = step.value;
  const fields = parse(text) as Fields;
  const parsed: unknown[][] = [];
  // The last of several lists counts, as everywhere in JSON. The others are parsed too, because they may be invalid JSON.
  for (const items of lists) {
    const list: unknown[] = [];
    for (const item of items) {
      const turn = pace();
      if (turn) await turn;
      list.push(parse(item, utf8Inside));
    }
    parsed.push(list);
  }
  const last = itemsOf === undefined ? undefined : listAt(fields[itemsOf]);
  return itemsOf === undefined || last === undefined ? fields : { ...fields, [itemsOf]: parsed[last] };
}

/** For operations that need no body: an empty body counts as an empty object, and neither needs a content type. */
export async function readOptionalJson(headers: IncomingHttpHeaders, body: Buffer | undefined): Promise<Fields> {
  return body && body.length > 0 ? readJson({ 'content-type': 'application/json', ...headers }, body) : {};
}

function readBytes(headers: IncomingHttpHeaders, body: Buffer | undefined): Buffer {
  const contentType = headers['content-type'];
  const isEmpty = !body || body.length === 0;
  if (!isJsonType(contentType) && !(isEmpty && contentType === undefined)) throw problem('unsupported_media_type');
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? ''))
    throw problem('unsupported_media_type', {
      message: 'The request body is compressed. Send it uncompressed, without Content-Encoding.',
    });
  if (isEmpty) throw problem('malformed_json', { message: 'The request body is empty. Send a JSON object.' });
  return body;
}

const byteOrderMark = Buffer.from('\ufeff');
const openBrace = 0x7b;

/** The position of the object's brace. A body that begins otherwise is no JSON object. */
function openingOf(body: Buffer): number {
  let i = body.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0;
  while (body[i] === 0x20 || body[i] === 0x09 || body[i] === 0x0a || body[i] === 0x0d) i++;
  if (body[i] !== openBrace) throw problem('malformed_json');
  return i;
}

function parse(text: Buffer, decoder = utf8): unknown {
  try {
    return JSON.parse(decoder.decode(text));
  } catch (cause) {
    // The parser's message quotes the body, which may contain a customer's number, so it is not repeated.
    throw problem('malformed_json', { cause });
  }
}
