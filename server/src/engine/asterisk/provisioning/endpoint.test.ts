import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newCall } from '../../../../test/engine-suite.ts';
import { customerDestination, staffDestination } from './endpoint.ts';

const call = newCall({ number: '+81 90-1234-5678', callerId: '+81312345678' });
const staffAt = (phone: string) => staffDestination(call, phone, 'carrier');

test("a phone of ours shows the customer's number", () => {
  const expected = { endpoint: 'PJSIP/alice', callerId: '+819012345678' };
  for (const address of ['sip:alice', 'sips:alice', 'sip:alice@pbx.example', 'sip:alice;transport=tcp'])
    assert.deepEqual(staffAt(address), expected);
});

test('outside numbers go over the trunk of the call, with its caller id', () => {
  assert.deepEqual(staffAt('+819011112222'), { endpoint: 'PJSIP/+819011112222@carrier', callerId: '+81312345678' });
  assert.deepEqual(customerDestination({ ...call, trunk: 'second', callerId: null }, 'carrier'), {
    endpoint: 'PJSIP/+819012345678@second',
    callerId: null,
  });
  assert.equal(
    customerDestination({ ...call, number: '090-1234-5678' }, 'carrier').endpoint,
    'PJSIP/09012345678@carrier',
  );
});

test('an invalid phone is not dialed, and no typed text becomes part of a command', () => {
  for (const address of ['', 'sip:', 'sip:a/sip:thief@elsewhere.example', 'sip:a&PJSIP', 'sip:a b', 'Local/1@x'])
    assert.equal(staffAt(address), undefined, `${address}`);
  const anonymous = staffDestination({ ...call, number: 'anonymous' }, 'sip:alice', 'carrier');
  assert.deepEqual(anonymous, { endpoint: 'PJSIP/alice', callerId: '' });
  const { endpoint } = customerDestination({ ...call, number: '+8190&Local/1@x+2' }, 'carrier');
  assert.equal(endpoint, 'PJSIP/+819012@carrier');
});
