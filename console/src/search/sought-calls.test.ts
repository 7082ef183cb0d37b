import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callsSoughtBy } from './sought-calls.ts';

test('calls are sought by what the text can be', () => {
  const callId = 'call_01KA3HDNJ47K45VGPGDPSZXXF4';
  assert.deepEqual(callsSoughtBy(callId), { callId });
  assert.deepEqual(callsSoughtBy('090-1234-5678'), {
    filters: [{ external_id: '090-1234-5678' }, { phone_number: '090-1234-5678' }],
  });
  assert.deepEqual(callsSoughtBy('+81 (90) 1234 5678').filters?.length, 2);
  assert.deepEqual(callsSoughtBy('invoice'), { filters: [{ external_id: 'invoice' }, { q: 'invoice' }] });
  assert.deepEqual(callsSoughtBy('請'), { filters: [{ external_id: '請' }] }, 'the API wants two characters of words');
  assert.deepEqual(callsSoughtBy('1001'), { filters: [{ external_id: '1001' }, { q: '1001' }] });
  assert.deepEqual(callsSoughtBy('w'.repeat(101)).filters?.length, 1);
});
