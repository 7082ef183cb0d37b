import { stepAt, totpCode } from '../../server/src/administrators/credentials/totp.ts';
import type { Random } from '../random.ts';
import { administratorPassword } from '../tenants.ts';
import type { Schema } from './document.ts';
import { hostileValue } from './hostile.ts';
import type { FuzzedTenant } from './tenant.ts';

// Values that a schema allows. The name of a field says more than its schema: `staff_id` is a staff member of the tenant.

export type Making = {
  random: Random;
  tenant: FuzzedTenant;
  hookUrl: string;
  /** Called instead of choosing an own id: returns an id of another tenant, or undefined for an own one. */
  foreignId: (parameter: string) => string | number | undefined;
};

const day = 86_400_000;
const dayAgo = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10);
const instantAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

/** The last four digits choose what a simulated call does. */
const phoneNumber = (random: Random) =>
  `+81${random.pick(['90', '80', '3'])}${random.between(1_000, 9_999)}${random.pick(['0001', '0002', '0007', '5678', '4321'])}`;

/** Fields with a meaning of their own; a maker may return undefined if it has nothing to offer. */
const byName: Record<string, (making: Making) => unknown> = {
  project_id: (making) => idFor(making, 'projectId'),
  staff_id: (making) => idFor(making, 'staffId'),
  customer_id: (making) => idFor(making, 'customerId'),
  administrator_id: (making) => idFor(making, 'administratorId'),
  key_id: (making) => idFor(making, 'keyId'),
  call_ids: (making) => idFor(making, 'callId'),
  project_ids: (making) => [idFor(making, 'projectId')],
  staff_ids: (making) => [idFor(making, 'staffId')],
  trunk: (making) => idFor(making, 'name') ?? null,
  // Any number, also one that reaches another tenant: the carrier decides which ones may be shown.
  caller_id: ({ random, tenant }) => idOf(random, tenant, 'number') ?? null,
  token: ({ tenant }) => tenant.invitation,
  name: ({ random, tenant }) => `${tenant.mark} ${random.letters(5)}`,
  label: ({ random, tenant }) => `${tenant.mark} ${random.letters(5)}`,
  note: ({ random, tenant }) => `${tenant.mark} said ${random.letters(8)}`,
  company_name: ({ tenant }) => `${tenant.mark} Ltd`,
  external_id: ({ random, tenant }) => `${tenant.mark}-${random.letters(6)}`,
  tel1: ({ random }) => phoneNumber(random),
  tel2: ({ random }) => phoneNumber(random),
  phone_number: ({ random }) => phoneNumber(random),
  number: ({ random }) => phoneNumber(random),
  phone: ({ random }) => random.pick([phoneNumber(random), 'sip:alice@phones.example', null]),
  email: ({ random, tenant }) =>
    random.chance(0.3) ? tenant.email : `${tenant.mark}-${random.letters(6)}@example.com`,
  url: ({ random, hookUrl }) => (random.chance(0.8) ? hookUrl : 'https://hooks.example.invalid/'),
  host: ({ random }) => random.pick(['sip.carrier.example', '192.0.2.7']),
  password: ({ random }) => random.pick([administratorPassword, 'another password of twelve']),
  current_password: () => administratorPassword,
  code: ({ tenant: { totpKey } }) => totpKey && totpCode(totpKey, stepAt(Date.now())),
  // Each works once.
  recovery_code: ({ tenant }) => tenant.recoveryCodes.shift(),
  timezone: ({ random }) => random.pick(['UTC', 'Asia/Tokyo', 'America/St_Johns', 'Europe/Berlin']),
  default_country: ({ random }) => random.pick(['JP', 'US', null]),
  from: ({ random }) => dayAgo(random.between(0, 20)),
  to: ({ random }) => dayAgo(random.between(-3, 0)),
  since: ({ random }) => instantAgo(random.between(0, 100)),
  until: () => instantAgo(0),
  updated_since: ({ random }) => instantAgo(random.between(0, 100)),
  expires_at: ({ random }) => instantAgo(-random.between(100, 1e6)),
  q: ({ random, tenant }) => random.pick([tenant.mark, 'said', '山田', 'a']),
  allowlist: ({ random }) => random.pick([[], ['192.0.2.7'], ['2001:db8::/32', '192.0.2.0/24']]),
  page: ({ random }) => random.pick([1, 1, 2, 3, 1_000]),
  mode: () => 'test',
};

const idFor = ({ random, tenant, foreignId }: Making, parameter: string) =>
  foreignId(parameter) ?? idOf(random, tenant, parameter);

export function idOf(random: Random, tenant: FuzzedTenant, parameter: string): string | number | undefined {
  const known = tenant.ids[parameter] ?? [];
  // A call that has just begun can be put on hold; an old one has ended.
  return random.chance(0.4) ? known.at(-1) : known[random.between(0, known.length - 1)];
}

/** A value that the schema allows, as far as the schema says it. */
export function allowedValue(schema: Schema, name: string, making: Making): unknown {
  const { random } = making;
  if (name in byName && random.chance(0.85)) {
    const known = byName[name]?.(making);
    if (known !== undefined) return known;
  }
  if ('const' in schema) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return allowedValue(random.pick(schema.anyOf), name, making);
  if (schema.examples && random.chance(0.6)) return random.pick(schema.examples);
  switch (Array.isArray(schema.type) ? random.pick(schema.type) : schema.type) {
    case 'object':
      return allowedObject(schema, making);
    case 'array': {
      const { minItems = 0, maxItems = 3, items = {} } = schema;
      const length = random.between(minItems, Math.max(minItems, Math.min(maxItems, 3)));
      return Array.from({ length }, () => allowedValue(items, name, making));
    }
    case 'string':
      return allowedString(schema, random);
    case 'integer':
      return random.between(schema.minimum ?? 0, Math.min(schema.maximum ?? 1_000, (schema.minimum ?? 0) + 1_000));
    case 'number':
      return random.next() * 100;
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      return hostileValue(random);
  }
}

function allowedObject(schema: Schema, making: Making): Record<string, unknown> {
  const { random } = making;
  const object: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name);
    // The server ignores fields that only answers have, or refuses them, whatever their value is.
    const within = inner.readOnly ? { ...making, foreignId: () => undefined } : making;
    if (isRequired || random.chance(inner.readOnly ? 0.05 : 0.4)) object[name] = allowedValue(inner, name, within);
  }
  if (schema.additionalProperties !== false && random.chance(0.5)) object[random.letters(4)] = random.letters(4);
  return object;
}

function allowedString({ format, minLength = 0, maxLength = 40 }: Schema, random: Random): string {
  if (format === 'date') return dayAgo(random.between(0, 30));
  if (format === 'date-time') return instantAgo(random.between(0, 1e6));
  const length = random.chance(0.05) ? Math.min(maxLength, 12_000) : random.between(minLength, Math.min(maxLength, 40));
  return random.letters(Math.max(length, minLength));
}

/** The value with a part of it replaced, removed or added. */
export function spoiled(value: unknown, random: Random): unknown {
  const isBranch = typeof value === 'object' && value !== null;
  if (!isBranch || random.chance(0.15)) return hostileValue(random);
  if (Array.isArray(value)) return value.length === 0 ? [hostileValue(random)] : spoiledItems(value, random);
  const entries = Object.entries(value);
  const at = random.between(0, entries.length);
  const [name, inner] = entries[at] ?? [
    random.pick(['unknown', '__proto__', 'constructor', 'toString', '', 'a.b', 'name ']),
    1,
  ];
  const kept = entries.filter((_, i) => i !== at);
  return random.chance(0.15) ? Object.fromEntries(kept) : Object.fromEntries([...kept, [name, spoiled(inner, random)]]);
}

function spoiledItems(items: unknown[], random: Random): unknown[] {
  const at = random.between(0, items.length - 1);
  return items.map((item, i) => (i === at ? spoiled(item, random) : item));
}
