import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { callKeyOf, callKeysOf, callName, callRefOf, onlyRef, readCallName } from './call-ref.ts';
import { idOf } from './ids.ts';

const ref = fc.record(
  {
    tenantId: fc.integer({ min: 1 }).map((value) => idOf('tenant', value)),
    isTest: fc.boolean(),
    callId: fc.uuid().map((text) => idOf('call', text)),
  },
  { noNullPrototype: true },
);

test('a call is the same as a reference, as columns and by its name', () => {
  fc.assert(
    fc.property(ref, (ref) => {
      assert.deepEqual(callRefOf(callKeyOf(ref)), ref);
      assert.deepEqual(readCallName(`${callName(ref)}.staff-3`), { call: ref, rest: 'staff-3' });
    }),
  );
});

test('no other call has the name of a call, nor its columns', () => {
  fc.assert(
    fc.property(ref, ref, (a, b) => {
      const isSame = callName(a) === callName(b);
      assert.equal(isSame, a.tenantId === b.tenantId && a.isTest === b.isTest && a.callId === b.callId);
      assert.equal(isSame, JSON.stringify(callKeyOf(a)) === JSON.stringify(callKeyOf(b)));
    }),
  );
});

test('the columns of many calls are in one order', () => {
  fc.assert(
    fc.property(fc.array(ref), (refs) => {
      const { tenant_ids, tests, call_ids } = callKeysOf(refs);
      const keys = call_ids.map((call_id, i) => ({ tenant_id: tenant_ids[i], is_test: tests[i], call_id }));
      assert.deepEqual(keys, refs.map(callKeyOf));
    }),
  );
});

test('a call with more fields is reduced to its reference', () => {
  const [sample] = fc.sample(ref, 1);
  assert.ok(sample);
  assert.deepEqual(onlyRef({ ...sample, ...{ number: '+819012345678' } }), sample);
});

test('a name that is not made of a call refers to none', () => {
  const id = '01a1de82-f812-7e52-ad03-b8cf388cff77';
  for (const name of [
    '',
    `7-live-${id}`,
    `7-${id}.wav`,
    `x-live-${id}.wav`,
    `7-live-${id.slice(1)}.wav`,
    'staff-7.wav',
  ])
    assert.equal(readCallName(name), undefined, name);
});
