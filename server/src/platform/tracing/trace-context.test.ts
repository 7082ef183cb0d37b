import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readKeyValues } from './key-values.ts';
import { samplerOf } from './sampler.ts';
import { newTraceId, readTraceparent, traceparentOf } from './trace-context.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

test('a traceparent is read as W3C Trace Context says, also one of a later version', () => {
  const sampled = { traceId, spanId, isSampled: true };
  assert.deepEqual(readTraceparent(`00-${traceId}-${spanId}-01`), sampled);
  assert.deepEqual(readTraceparent(`00-${traceId}-${spanId}-00`), { ...sampled, isSampled: false });
  assert.deepEqual(readTraceparent(`00-${traceId}-${spanId}-03`), sampled);
  assert.deepEqual(readTraceparent(`cc-${traceId}-${spanId}-01-what-the-future-adds`), sampled);
  assert.equal(traceparentOf(sampled), `00-${traceId}-${spanId}-01`);
});

test('an invalid traceparent begins a new trace', () => {
  for (const invalid of [
    ...[undefined, null, 7, ['00'], '', '00', `00-${traceId}-${spanId}`, `00-${traceId}-${spanId}-1`],
    ...[`ff-${traceId}-${spanId}-01`, `00-${traceId}-${spanId}-01-more`, `00-${traceId.toUpperCase()}-${spanId}-01`],
    ...[`00-${'0'.repeat(32)}-${spanId}-01`, `00-${traceId}-${'0'.repeat(16)}-01`, ` 00-${traceId}-${spanId}-01`],
    `00-${traceId}-${spanId}-01\r\nx-injected: 1`,
  ])
    assert.equal(readTraceparent(invalid), undefined, `${invalid}`);
});

test('the samplers decide as OpenTelemetry names them', () => {
  const sampled = { traceId, spanId, isSampled: true };
  const unsampled = { ...sampled, isSampled: false };
  const decisions = (name: Parameters<typeof samplerOf>[0], ratio = 1) =>
    [undefined, sampled, unsampled].map((parent) => samplerOf(name, ratio)(traceId, parent));
  assert.deepEqual(decisions('always_on'), [true, true, true]);
  assert.deepEqual(decisions('always_off'), [false, false, false]);
  assert.deepEqual(decisions('parentbased_always_on'), [true, true, false]);
  assert.deepEqual(decisions('parentbased_always_off'), [false, true, false]);
  assert.deepEqual(decisions('traceidratio', 0), [false, false, false]);
  assert.deepEqual(decisions('traceidratio', 1), [true, true, true]);
  assert.deepEqual(decisions('parentbased_traceidratio', 0), [false, true, false]);
  const half = samplerOf('traceidratio', 0.5);
  const count = Array.from({ length: 10_000 }, newTraceId).filter((id) => half(id, undefined)).length;
  assert.ok(count > 4_500 && count < 5_500, `${count}`);
});

test('headers and attributes are pairs with percent-encoded values', () => {
  assert.deepEqual(readKeyValues('a=1, b = x%20y ,c=d=e,'), { a: '1', b: 'x y', c: 'd=e' });
  for (const text of ['a', '=1', 'a=%zz', 'a b=1']) assert.equal(readKeyValues(text), undefined, text);
});
