import { randomInt, randomUUIDv7 } from 'node:crypto';

/** All kinds of ids, and the type of each. */
type Kinds = {
  tenant: number;
  administrator: number;
  session: number;
  invitation: number;
  attempt: number;
  audit: number;
  key: number;
  staff: number;
  project: number;
  trunk: number;
  customer: number;
  webhook: number;
  erasure: number;
  call: string;
  event: string;
  delivery: string;
  node: string;
  phone_system: string;
};
export type IdKind = keyof Kinds;
/** Ids that are counted from 1. The others are UUIDs. */
export type NumberKind = { [Kind in IdKind]: Kinds[Kind] extends number ? Kind : never }[IdKind];

declare const kindOfId: unique symbol;
type Brand<Kind> = { readonly [kindOfId]: Kind };

/** Ids of different kinds do not mix: a staff id does not compile in place of a customer id. */
export type Id<Kind extends IdKind> = Kinds[Kind] & Brand<Kind>;
export type TenantId = Id<'tenant'>;
export type AdministratorId = Id<'administrator'>;
export type SessionId = Id<'session'>;
export type InvitationId = Id<'invitation'>;
export type KeyId = Id<'key'>;
export type StaffId = Id<'staff'>;
export type ProjectId = Id<'project'>;
export type TrunkId = Id<'trunk'>;
export type CustomerId = Id<'customer'>;
export type WebhookId = Id<'webhook'>;
export type ErasureId = Id<'erasure'>;
export type CallId = Id<'call'>;
export type EventId = Id<'event'>;
export type DeliveryId = Id<'delivery'>;
export type NodeId = Id<'node'>;

/** The kind of id that a column holds, by its name: `staff_id`, `staff_ids`, `after_staff_id`. */
type KindByColumn = { [Kind in IdKind as `${'' | 'after_' | 'returned_'}${Kind}_id${'' | 's'}`]: Kind };

/** The type of a column's value, or of each value of its array: the id that the column's name implies. */
export type InColumn<Column, Value> = Column extends keyof KindByColumn
  ? Value extends (infer Item)[]
    ? InColumn<Column, Item>[]
    : Value extends Kinds[KindByColumn[Column]]
      ? Id<KindByColumn[Column]>
      : Value
  : Value;

/** States the kind of an id that comes from outside, without a column name to imply it. */
export const idOf = <Kind extends IdKind>(_kind: Kind, value: Kinds[Kind] & Partial<Brand<never>>) => value as Id<Kind>;

// Crockford's alphabet leaves out I, L, O and U, and is in ASCII order: ids sort as the numbers behind them.
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const plain = '0123456789abcdefghijklmnopqrstuv';

// 26 characters hold 130 bits, so the first one is 7 at most.
const canonical = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/**
 * A new id that sorts by the time of its creation: to the millisecond, and exactly among the ids of this process, so that the
 * events of a batch sort in their order.
 */
export const uuidv7 = risingIds(randomUUIDv7);

/** While a clock that was set back by less than this catches up, ids keep the later time. */
const longestStepMs = 60_000;

/** Passes on ids of version 7, and makes each of them greater than the one before. */
export function risingIds(make: () => string): () => string {
  let last = '';
  return () => {
    const made = make();
    last = made < last && timeOf(last) - timeOf(made) < longestStepMs ? above(last) : made;
    return last;
  };
}

/** In milliseconds. */
const timeOf = (uuid: string) => Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);

const headLength = '019a1dd1-ae44-7923-'.length;

/** A greater UUID of the same time, as hard to guess as 24 random bits. */
function above(uuid: string): string {
  const end = BigInt(`0x${uuid.slice(headLength).replace('-', '')}`) + BigInt(1 + randomInt(2 ** 24));
  // Of 62 random bits, a thousand ids in a millisecond use up 33, and a million while a clock catches up 43.
  const digits = end.toString(16);
  return `${uuid.slice(0, headLength)}${digits.slice(0, 4)}-${digits.slice(4)}`;
}

/** The kinds of UUIDs that clients see, by prefix. */
const kindOf = { call: 'call', evt: 'event', dlv: 'delivery' } as const;
type Prefix = keyof typeof kindOf;
type Prefixed<P extends Prefix> = Id<(typeof kindOf)[P]>;

/** Converts a UUID to the form that clients see: `encodeId('call', uuid)` is `call_01KA3HDNJ47K45VGPGDPSZXXF4`. */
export function encodeId<P extends Prefix>(prefix: P, uuid: Prefixed<P>): string {
  const digits = BigInt(`0x${uuid.replaceAll('-', '')}`)
    .toString(32)
    .padStart(26, '0');
  return `${prefix}_${translate(digits, plain, crockford)}`;
}

/** Returns the UUID of an id, or undefined. Only the output of encodeId is accepted, so that each object has exactly one id. */
export function decodeId<P extends Prefix>(prefix: P, text: string): Prefixed<P> | undefined {
  const encoded = text.slice(prefix.length + 1);
  if (!text.startsWith(`${prefix}_`) || !canonical.test(encoded)) return undefined;
  const digits = translate(encoded, crockford, plain);
  // Ten digits are 50 bits, which a number holds exactly.
  const part = (start: number, end: number) => BigInt(Number.parseInt(digits.slice(start, end), 32));
  const value = (part(0, 6) << 100n) | (part(6, 16) << 50n) | part(16, 26);
  const uuid = value
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return idOf(kindOf[prefix], uuid);
}

/** Reads a number in the only form in which ids are written: not `01`, `+1`, `1.0` or one that a double cannot hold. */
export function readId<Kind extends NumberKind>(kind: Kind, text: string): Id<Kind> | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? idOf(kind, id) : undefined;
}

function translate(digits: string, from: string, to: string): string {
  let translated = '';
  for (const digit of digits) translated += to.charAt(from.indexOf(digit));
  return translated;
}
