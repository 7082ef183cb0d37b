import { randomUUID } from 'node:crypto';

// A parser takes a hundred times as long for a megabyte of keys as for a megabyte of text. So the bytes of a body are scanned
// before they are parsed, and everything beyond the limits below is cut out: no valid request exceeds them. A mark replaces
// each cut, and `read-input.ts` reports it like any other fault; a body that is not JSON stays invalid.

/** Fields of one object that the schema describes. Every schema has far fewer, including those that only the service sets. */
export const mostFields = 200;

/**
 * Bytes of all lists and objects in one such object, as JSON: 16 KiB that a client may fill freely, and some for lists of the
 * schema. The scan undercounts (white space, escapes and digits), so it cuts nothing valid.
 */
const mostStructure = 24 * 1024;

/** Levels below a field. `read-input.ts` accepts fewer. */
const deepest = 128;

/** Bytes scanned without a pause, which takes about a millisecond. */
const betweenPauses = 256 * 1024;

/** No operation accepts as many items, so a list that was cut here is still too long. */
const mostItems = 1_000;

// The marks are names that no client can guess.
/** The name of a field that stands for all fields cut out of its object: its value is their number. */
export const cutFields = `cut ${randomUUID()}`;
const largeMark = `large ${randomUUID()}`;
const largeText = Buffer.from(JSON.stringify({ [largeMark]: true }));
const emptyList = Buffer.from('[]');
const listMark = `list ${randomUUID()}`;

/** Whether a list or an object was cut out here because it is too large. */
export const wasTooLarge = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, largeMark);

/** The index of the list, among those read item by item, that this value stands for; undefined for other values. */
export const listAt = (value: unknown): number | undefined =>
  Array.isArray(value) && value[0] === listMark ? Number(value[1]) : undefined;

type CutJson = {
  text: Buffer;
  /** The items, each as JSON, of the lists that are read item by item: several if a body repeats the field. */
  lists: Buffer[][];
};

const quote = 0x22;
const backslash = 0x5c;
const letterU = 0x75;
const comma = 0x2c;
const openBracket = 0x5b;
const openBrace = 0x7b;

// The meaning of a byte outside of strings: a lookup is faster than comparisons.
const [other, text, opening, closing, separator] = [0, 1, 2, 3, 4];
const meanings = new Uint8Array(256);
for (const [characters, meaning] of Object.entries({ '"': text, '[{': opening, ']}': closing, ',:': separator }))
  for (const byte of Buffer.from(characters)) meanings[byte] = meaning;
const meaningOf = (byte: number | undefined) => meanings[byte ?? 0];

/**
 * Cuts a body whose `{` is at `start`; `itemsOf` names the field whose items are read one by one. The scan pauses after each of
 * them, and within long ones.
 */
export function* cutJson(body: Buffer, start: number, itemsOf?: string): Generator<void, CutJson> {
  const length = body.length;
  let pieces: Buffer[] = [];
  /** The start of the piece that is not in `pieces` yet. */
  let from = 0;
  const lists: Buffer[][] = [];

  // Each of these takes the position of an opening bracket and returns the position after the closing one.

  function* object(place: number, listKey?: Buffer): Generator<void, number> {
    let fields = 1;
    let budget = mostStructure;
    let name = body.subarray(0, 0);
    for (let i = place + 1; i < length; i++) {
      const meaning = meaningOf(body[i]);
      if (meaning === text) {
        const end = endOfString(body, i);
        if (listKey) name = body.subarray(i, end);
        i = end - 1;
      } else if (meaning === opening) {
        if (listKey && body[i] === openBracket && name.equals(listKey)) {
          i = (yield* list(i)) - 1;
        } else {
          const { end, size } = yield* container(i, budget, largeText);
          budget -= size;
          i = end - 1;
        }
      } else if (meaning === closing) {
        return i + 1;
      } else if (body[i] === comma && ++fields > mostFields) {
        return yield* rest(i);
      }
    }
    return length;
  }

  /** Replaces a list or an object that exceeds the budget or is too deep in several places. The replacement uses none of it. */
  function* container(
    place: number,
    budget: number,
    replacement: Buffer,
  ): Generator<void, { end: number; size: number }> {
    const { end, size, depths } = yield* measure(body, place);
    // A hundred thousand small cuts would cost more than everything else.
    if (size > budget || depths.length > 1) {
      keepUpTo(place);
      pieces.push(replacement);
      from = end;
      return { end, size: 0 };
    }
    for (const [first, last] of depths) {
      keepUpTo(first);
      from = last;
    }
    return { end, size };
  }

  /** Cuts the list whose items are read one by one. */
  function* list(place: number): Generator<void, number> {
    keepUpTo(place + 1);
    pieces.push(Buffer.from(`${JSON.stringify(listMark)},${lists.length}`));
    const outer = pieces;
    const found: Buffer[] = [];
    lists.push(found);
    let i = place + 1;
    for (let isOpen = true; isOpen && i < length && found.length < mostItems; i++) {
      pieces = [];
      from = i;
      i = yield* endOfItem(i);
      isOpen = body[i] === comma;
      keepUpTo(i);
      const item = joined(pieces);
      if (isOpen || found.length > 0 || !isBlank(item)) found.push(item);
      yield;
    }
    pieces = outer;
    from = body[i - 1] === comma ? (yield* endOfRest(body, i)).end : i - 1;
    return Math.min(length, from + 1);
  }

  function* endOfItem(start: number): Generator<void, number> {
    for (let i = start; i < length; i++) {
      const meaning = meaningOf(body[i]);
      if (meaning === text) i = endOfString(body, i) - 1;
      else if (body[i] === openBrace) i = (yield* object(i)) - 1;
      // An item must be an object. A list is a fault, however little of it is left.
      else if (meaning === opening) i = (yield* container(i, mostStructure, emptyList)).end - 1;
      else if (meaning === closing || body[i] === comma) return i;
    }
    return length;
  }

  /** Cuts all further fields of an object, starting at a comma. */
  function* rest(start: number): Generator<void, number> {
    keepUpTo(start);
    const { end, count } = yield* endOfRest(body, start);
    pieces.push(Buffer.from(`,${JSON.stringify(cutFields)}:${count}`));
    from = end;
    return Math.min(length, end + 1);
  }

  function keepUpTo(end: number): void {
    if (end > from) pieces.push(body.subarray(from, end));
  }

  yield* object(start, itemsOf === undefined ? undefined : Buffer.from(JSON.stringify(itemsOf)));
  keepUpTo(length);
  return { text: joined(pieces), lists };
}

const joined = (pieces: Buffer[]) => (pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces));
const isBlank = (text: Buffer) => !/[^ \t\r\n]/.test(text.toString('latin1'));

type Measured = {
  end: number;
  /** A lower bound of its bytes as JSON without white space. */
  size: number;
  /** The ranges that are nested too deep; the size excludes them. */
  depths: [first: number, last: number][];
};

function* measure(body: Buffer, place: number): Generator<void, Measured> {
  const measured = { end: place + 1, size: 0, depths: [], depth: 1 };
  measureOn(body, measured);
  while (measured.depth > 0 && measured.end < body.length) {
    yield;
    measureOn(body, measured);
  }
  return measured;
}

/** Continues measuring from `end` until the next pause. A loop in a generator would take twice as long. */
function measureOn(body: Buffer, measured: Measured & { depth: number }): void {
  const { depths } = measured;
  const { length } = body;
  const pause = Math.min(length, measured.end + betweenPauses);
  let { end: i, size, depth } = measured;
  for (; i < pause && depth > 0; i++) {
    const meaning = meaningOf(body[i]);
    if (meaning === other) continue;
    if (meaning === text) {
      let characters = 1;
      for (i++; i < length && body[i] !== quote; i++, characters++)
        if (body[i] === backslash && body[++i] === letterU) i += 4;
      if (depth < deepest) size += characters;
    } else if (meaning === opening) {
      if (++depth === deepest) depths.push([i + 1, length]);
    } else if (meaning === closing) {
      const last = depth === deepest && depths.at(-1);
      if (last) last[1] = i;
      if (--depth < deepest) size++;
    } else if (depth < deepest) {
      size += 2; // Including the first byte of the name or value that must follow.
    }
  }
  Object.assign(measured, { end: i, size, depth });
}

type Rest = { end: number; count: number; depth: number };

/** The position of the bracket that closes the current container, and the number of commas before it. */
function* endOfRest(body: Buffer, start: number): Generator<void, Rest> {
  const rest = { end: start, count: 0, depth: 1 };
  passOver(body, rest);
  while (rest.depth > 0 && rest.end < body.length) {
    yield;
    passOver(body, rest);
  }
  return rest;
}

/** Continues from `end` until the next pause, or up to the bracket. */
function passOver(body: Buffer, rest: Rest): void {
  const pause = Math.min(body.length, rest.end + betweenPauses);
  let { end: i, count, depth } = rest;
  for (; i < pause; i++) {
    const meaning = meaningOf(body[i]);
    if (meaning === other) continue;
    if (meaning === text) i = endOfString(body, i) - 1;
    else if (meaning === opening) depth++;
    else if (meaning === closing && --depth === 0) break;
    else if (depth === 1 && body[i] === comma) count++;
  }
  Object.assign(rest, { end: Math.min(i, body.length), count, depth });
}

function endOfString(body: Buffer, place: number): number {
  const { length } = body;
  let i = place + 1;
  for (; i < length && body[i] !== quote; i++) if (body[i] === backslash) i++;
  return i + 1;
}
