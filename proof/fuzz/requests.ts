import type { Random } from '../random.ts';
import type { Operation } from './document.ts';
import { hostileStrings, hostileValue, jsonText, randomText } from './hostile.ts';
import type { FuzzedTenant } from './tenant.ts';
import { allowedValue, idOf, type Making, spoiled } from './values.ts';

// Requests for an operation, made from its description: most of them valid, the others with faults.

export type FuzzRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** The places with an id of another tenant. */
  foreign: ForeignId[];
};

export type ForeignId = { place: 'path' | 'query' | 'body'; id: string | number };

const maxBody = 4_300_000;

export function requestFor(
  operation: Operation,
  { random, tenant, hookUrl }: Omit<Making, 'foreignId'>,
  stranger: FuzzedTenant,
  kind: 'allowed' | 'any',
): FuzzRequest {
  const foreign: ForeignId[] = [];
  const strangersId = (place: ForeignId['place'], parameter: string) => {
    const id = idOf(random, stranger, parameter);
    if (id !== undefined) foreign.push({ place, id });
    return id;
  };
  const isFaulty = kind === 'any' && random.chance(0.4);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => percentEncoded(pathValue(name)));
  function pathValue(name: string): string {
    const fate = random.next();
    // Names and external ids of another tenant are free: a PUT would make a record of that name.
    if (fate < 0.06 && name.endsWith('Id') && name !== 'externalId') return String(strangersId('path', name) ?? 1);
    if (fate < 0.12 || (isFaulty && fate < 0.3))
      return random.chance(0.5) ? random.pick(hostileStrings) : randomText(random);
    return String(idOf(random, tenant, name) ?? 1);
  }
  // Only in requests that are right otherwise: a fault may remove an id after it was chosen.
  const makingFor = (place: ForeignId['place']): Making => ({
    ...{ random, tenant, hookUrl },
    foreignId: (parameter) =>
      kind === 'any' && !isFaulty && random.chance(0.05) ? strangersId(place, parameter) : undefined,
  });
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required || random.chance(0.25)))
    .map(({ name, schema }) => {
      const value =
        isFaulty && random.chance(0.4) ? random.pick(hostileStrings) : allowedValue(schema, name, makingFor('query'));
      return `${percentEncoded(name)}=${percentEncoded(String(value))}`;
    });
  if (isFaulty && random.chance(0.1))
    query.push(random.pick(['', '=', '%', '%ff', 'a', 'page=1&page=2', '__proto__=1', 'nope[]=1']));
  const body = bodyOf(operation, makingFor('body'), isFaulty);
  return {
    method: operation.method,
    path: `${operation.base}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: headersOf(operation, random, tenant, body, isFaulty),
    body,
    foreign,
  };
}

function bodyOf({ body, method }: Operation, making: Making, isFaulty: boolean): string | undefined {
  const { random } = making;
  if (!body) return method === 'POST' && random.chance(0.2) ? '{}' : undefined;
  const usesExample = body.examples.length > 0 && random.chance(0.15);
  const value = usesExample ? random.pick(body.examples) : allowedValue(body.schema, '', making);
  if (!isFaulty) return jsonText(value);
  const fate = random.next();
  if (fate < 0.7) return jsonText(spoiled(value, random));
  if (fate < 0.8) return jsonText(hostileValue(random));
  if (fate < 0.9) return damagedText(jsonText(value), making);
  if (fate < 0.905) return `{"a":"${'a'.repeat(random.pick([1_100_000, maxBody]))}"}`;
  return random.pick([
    '',
    ' ',
    'null',
    '[]',
    '"a"',
    '1',
    '{',
    '{}{}',
    '{"a":1,}',
    "{'a':1}",
    '\ufeff{}',
    '{}\u0000',
    '[[[[',
  ]);
}

function damagedText(text: string, { random }: Making): string {
  const at = random.between(0, text.length);
  return random.pick([text.slice(0, at), text + text, `${text.slice(0, at)}${randomText(random)}${text.slice(at)}`]);
}

function headersOf(
  { base, method }: Operation,
  random: Random,
  tenant: FuzzedTenant,
  body: string | undefined,
  isFaulty: boolean,
) {
  const headers: Record<string, string> =
    base === '/admin/v1'
      ? { cookie: tenant.cookie, 'x-trunkline-console': '1', 'x-trunkline-mode': 'test' }
      : { authorization: `Bearer ${tenant.key}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (method === 'POST' && random.chance(0.2)) headers['idempotency-key'] = random.letters(random.pick([1, 20, 255]));
  if (random.chance(0.1)) headers['x-request-id'] = random.letters(20);
  if (!isFaulty || random.chance(0.6)) return headers;
  const [name, value] = random.pick(oddHeaders);
  return { ...headers, [name]: value };
}

const oddHeaders: [string, string][] = [
  ['content-type', 'text/plain'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', 'application/x-www-form-urlencoded'],
  ['content-type', ''],
  ['content-encoding', 'gzip'],
  ['idempotency-key', ''],
  ['idempotency-key', 'x'.repeat(256)],
  ['idempotency-key', 'é'],
  ['x-request-id', 'a b'],
  ['accept', 'text/html'],
  ['accept', 'audio/mpeg'],
  ['range', 'bytes=0-0'],
  ['range', 'bytes=5-2'],
  ['range', 'bytes=-1,0-0,9-'],
  ['if-none-match', '*'],
  ['if-range', 'x'],
  ['last-event-id', 'evt_0'],
  ['authorization', 'Bearer tl_test_x'],
  ['authorization', 'Basic YTpi'],
  ['cookie', 'trunkline_session=x; trunkline_session=y'],
  ['origin', 'https://evil.example'],
  ['x-forwarded-for', '10.0.0.1'],
  ['x-http-method-override', 'DELETE'],
  ['x-trunkline-mode', 'both'],
  ['expect', '100-continue'],
];

/** As `encodeURIComponent`, also for unpaired surrogates, as the bytes that a careless program would send. */
function percentEncoded(text: string): string {
  return Array.from(text, (character) => {
    const unit = character.charCodeAt(0);
    if (character.isWellFormed()) return encodeURIComponent(character);
    return [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]
      .map((byte) => `%${byte.toString(16)}`)
      .join('');
  }).join('');
}
