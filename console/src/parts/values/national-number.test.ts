import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nationalNumber } from './national-number.ts';

test("numbers of the tenant's country are written as people write them there, all others stay as they are", () => {
  assert.equal(nationalNumber('+81312340000', 'JP'), '03-1234-0000');
  assert.equal(nationalNumber('+819012345678', 'JP'), '090-1234-5678');
  assert.equal(nationalNumber('+81-90-1234-5678', 'JP'), '090-1234-5678');
  assert.equal(nationalNumber('+390612345678', 'IT'), '06 1234 5678');
  assert.equal(nationalNumber('+442079460000', 'GB'), '020 7946 0000');
  assert.equal(nationalNumber('+442079460000', 'JP'), undefined);
  assert.equal(nationalNumber('+81312340000', 'US'), undefined);
  for (const other of ['819*****5678', 'anonymous', '', '+0', 'sip:alice@pbx.example'])
    assert.equal(nationalNumber(other, 'JP'), undefined, other);
});

test('a Canadian number is not written like one of the United States', () => {
  assert.equal(nationalNumber('+12125550100', 'US'), '(212) 555-0100');
  assert.equal(nationalNumber('+14165550100', 'US'), undefined);
});
