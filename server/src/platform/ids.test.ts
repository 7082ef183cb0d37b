import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CustomerId, decodeId, encodeId, idOf, readId, risingIds, uuidv7 } from './ids.ts';

const uuid = fc
  .bigInt(0n, 2n ** 128n - 1n)
  .map((value) => value.toString(16).padStart(32, '0'))
  .map((hex) => [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-'))
  .map((text) => idOf('call', text));

test('a new id is a UUID of version 7 that carries the time', () => {
  const before = Date.now();
  const id = uuidv7();
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const time = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  assert.ok(time >= before && time <= Date.now());
});

test('new ids of one process sort in the order of their creation, also within a millisecond', () => {
  const ids = Array.from({ length: 100_000 }, uuidv7);
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, ids.length);
});

test('ids go on rising while a clock that was set back catches up, but not with a time that is wrong for long', () => {
  const start = Date.UTC(2027, 0, 1);
  const at = (ms: number) => {
    const time = (start + ms).toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}${uuidv7().slice(13)}`;
  };
  const idsAt = (...times: number[]) => {
    const next = risingIds(() => at(times.shift() ?? 0));
    return Array.from({ length: times.length }, next);
  };
  const rising = idsAt(0, 5, 0, -995, 1, 4, 5, 6, 7);
  assert.deepEqual(rising.toSorted(), rising);
  assert.equal(new Set(rising).size, rising.length);
  const timeOf = (id: string) => id.slice(0, 13);
  assert.deepEqual(
    rising.slice(1, 7).map(timeOf),
    Array.from({ length: 6 }, () => timeOf(at(5))),
  );
  const [, later = ''] = idsAt(0, -3_600_000);
  assert.equal(timeOf(later), timeOf(at(-3_600_000)));
});

test('an id is its prefix and 26 characters of Crockford base32', () => {
  assert.equal(
    encodeId('call', idOf('call', '00000000-0000-0000-0000-000000000000')),
    'call_00000000000000000000000000',
  );
  assert.equal(
    encodeId('evt', idOf('event', 'ffffffff-ffff-ffff-ffff-ffffffffffff')),
    'evt_7ZZZZZZZZZZZZZZZZZZZZZZZZZ',
  );
  assert.equal(
    encodeId('call', idOf('call', '019a1dd1-ae44-7923-b85a-0db33ff675e4')),
    'call_01K8EX3BJ4F4HVGPGDPCZZCXF4',
  );
});

test('an id decodes to the UUID it was made of', () => {
  fc.assert(fc.property(uuid, (uuid) => assert.equal(decodeId('call', encodeId('call', uuid)), uuid)));
});

test('ids sort as their UUIDs do', () => {
  fc.assert(
    fc.property(uuid, uuid, (a, b) => assert.equal(encodeId('call', a) < encodeId('call', b), a < b)),
    { numRuns: 1000 },
  );
});

test('only the form that is written is read', () => {
  const id = encodeId('call', idOf('call', '019a1dd1-ae44-7923-b85a-0db33ff675e4'));
  const refused = [
    '',
    'call_',
    id.toLowerCase(),
    id.replace('call_', 'evt_'),
    id.replace('call_', 'call'),
    `${id}0`,
    id.slice(0, -1),
    ` ${id}`,
    `${id}\n`,
    'call_80000000000000000000000000',
    'call_0000000000000000000000000O',
    'call_0000000000000000000000000I',
    'call_0000000000000000000000000L',
    'call_0000000000000000000000000U',
    '019a1dd1-ae44-7923-b85a-0db33ff675e4',
  ];
  for (const text of refused) assert.equal(decodeId('call', text), undefined, text);
});

test('any id that is read is written the same', () => {
  const unit = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  fc.assert(
    fc.property(fc.string({ unit, minLength: 26, maxLength: 26 }), (encoded) => {
      const uuid = decodeId('call', `call_${encoded}`);
      if (uuid !== undefined) assert.equal(encodeId('call', uuid), `call_${encoded}`);
    }),
  );
});

test('an id of one kind does not compile where another is wanted', () => {
  const nameOf = (customerId: CustomerId) => `customer ${customerId}`;
  const staffId = idOf('staff', 3);
  assert.equal(nameOf(idOf('customer', 3)), 'customer 3');
  // @ts-expect-error A staff id is no customer id.
  assert.equal(nameOf(staffId), 'customer 3');
  // @ts-expect-error Nor is what was read as one.
  assert.equal(nameOf(readId('staff', '3')), 'customer 3');
  // @ts-expect-error A plain number is no id until `idOf` says of what.
  assert.equal(nameOf(3), 'customer 3');
  // @ts-expect-error An id keeps its kind.
  assert.equal(nameOf(idOf('customer', staffId)), 'customer 3');
  // @ts-expect-error A delivery is not named as an event is.
  assert.match(encodeId('evt', idOf('delivery', uuidv7())), /^evt_/);
});
