import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeId, idOf } from './ids.ts';
import { createLog } from './log.ts';
import { maskNumber } from './mask.ts';

const lines: string[] = [];
const log = createLog('info', { write: (line: string) => lines.push(line) });
const lastLine = () => JSON.parse(lines.pop() ?? '');
const logged: (...of: Parameters<typeof log>) => Record<string, unknown> = (event, fields) => {
  log(event, fields);
  return lastLine();
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
  const { time, ...rest } = logged('request.completed', request);
  assert.deepEqual(rest, { level: 30, event: 'request.completed', msg: 'request completed', ...request });
});

test('the id of a trace stays whole, even if it looks like a number', () => {
  const trace_id = '01234567890123456789012345678901';
  assert.equal(logged('request.completed', { ...request, trace_id }).trace_id, trace_id);
  assert.equal(logged('request.failed', { trace_id, err: new Error('of 01234567890123') }).trace_id, trace_id);
  assert.notEqual(logged('request.failed', { number: trace_id.slice(0, 14) }).number, trace_id.slice(0, 14));
});

test('a line has the level and the message of its event, and an unknown event does not compile', () => {
  const { time, ...rest } = logged('webhook.disabled', { webhook_id: 7 });
  assert.deepEqual(rest, { level: 40, event: 'webhook.disabled', webhook_id: 7, msg: 'webhook disabled' });
  // @ts-expect-error: it is not in the list.
  assert.throws(() => log('webhook.unheard_of'));
  // @ts-expect-error: a field cannot replace the name of the event.
  logged('webhook.disabled', { event: 'webhook.disable_failed' });
  // @ts-expect-error: no line without an event.
  assert.equal(log.info, undefined);
});

test('the warnings and errors of a library are logged under one event, as far as the level lets them', () => {
  const library = log.ofLibrary('fastify');
  library.info('listening');
  assert.equal(lines.length, 0);
  library.error({ err: new Error('it broke') }, 'in its own words');
  const { event, level, msg, err } = lastLine();
  assert.deepEqual([event, level, msg, err.message], ['fastify.message', 50, 'in its own words', 'it broke']);
  createLog('error', { write: (line: string) => lines.push(line) })
    .ofLibrary('fastify')
    .warn('careful');
  assert.equal(lines.length, 0);
});

test('a call is named as clients know it', () => {
  const call_id = idOf('call', '01997a3c-7a3c-7a3c-8a3c-7a3c7a3c7a3c');
  const named = encodeId('call', call_id);
  assert.equal(logged('call.failed', { call_id }).call_id, named);
  assert.equal(logged('call.failed', { call_id: named }).call_id, named);
});

test('a text that looks like the line of a request and holds a number or a secret is masked', () => {
  for (const number of ['09012345678', '090-1234-5678', '819.012.345.678', '+819012345678'])
    for (const field of Object.keys(request))
      assert.equal(logged('request.completed', { ...request, [field]: number })[field], maskNumber(number), field);
  assert.equal(logged('request.completed', { ...request, note: '+819012345678' }).note, '819*****5678');
  assert.equal(logged('request.completed', { ...request, request_id: 'tl_live_abc' }).request_id, 'tl_live_***');
  log.ofLibrary('fastify').warn(request, 'request completed of +819012345678');
  assert.equal(lastLine().msg, 'request completed of 819*****5678');
});

test('a flood of one event writes 20 lines in a second for each tenant or route, and then how many were left out', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const flood: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line: string) => flood.push(JSON.parse(line)) });
  const request = { status: 401, ip: '192.0.2.1' };
  for (let i = 0; i < 1_000; i++) {
    log('request.completed', request);
    log('request.completed', { ...request, route: '/admin/v1/session', status: 403 });
    log('request.completed', { ...request, tenant_id: 1, status: 422 });
    log('request.completed', { ...request, tenant_id: 1, status: 200 });
  }
  log('webhook.disabled', { webhook_id: 7 });
  const count = (status: number) => flood.filter((line) => line.status === status).length;
  assert.deepEqual([count(401), count(403), count(422), count(200), flood.length], [20, 20, 20, 1_000, 1_061]);
  t.mock.timers.tick(1_000);
  const { event, of, lines, level } = flood.at(-1) ?? {};
  assert.deepEqual([event, of, lines, level], ['log.lines_omitted', 'request.completed', 2_940, 40]);
  assert.equal(flood.length, 1_062, 'one line for the whole second');
  log('request.completed', request);
  assert.equal(count(401), 21, 'the next second has its own lines');
  t.mock.timers.tick(1_000);
  assert.equal(flood.length, 1_063);
});
