import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeId, idOf } from './ids.ts';
import { createLog } from './log.ts';
import { maskNumber } from './mask.ts';

const lines: string[] = [];
const log = createLog('info', { write: (line: string) => lines.push(line) });
const logged = (fields: object, message: string) => {
  log.info(fields, message);
  return JSON.parse(lines.pop() ?? '');
};

const request = {
  request_id: '01997a3c-7a3c-7a3c-8a3c-7a3c7a3c7a3c',
  method: 'GET',
  route: '/api/v1/customers/:customerId',
  status: 200,
  ms: 12.3,
  ip: '203.0.113.255',
  tenant_id: 1,
  key_id: 2,
};

test('the line of a request is written as it is', () => {
  const { level, time, msg, ...rest } = logged(request, 'request');
  assert.deepEqual({ level, msg, ...rest }, { level: 30, msg: 'request', ...request });
});

test('a call is named as clients know it', () => {
  const call_id = idOf('call', '01997a3c-7a3c-7a3c-8a3c-7a3c7a3c7a3c');
  const named = encodeId('call', call_id);
  assert.equal(logged({ call_id }, 'a call failed').call_id, named);
  assert.equal(logged({ call_id: named }, 'a call failed').call_id, named);
});

test('what looks like the line of a request and holds a number or a secret is masked', () => {
  for (const number of ['09012345678', '090-1234-5678', '819.012.345.678', '+819012345678'])
    for (const field of Object.keys(request))
      assert.equal(logged({ ...request, [field]: number }, 'request')[field], maskNumber(number), field);
  assert.equal(logged({ ...request, note: '+819012345678' }, 'request').note, '819*****5678');
  assert.equal(logged({ ...request, request_id: 'tl_live_abc' }, 'request').request_id, 'tl_live_***');
  assert.equal(logged(request, 'request of +819012345678').msg, 'request of 819*****5678');
});
