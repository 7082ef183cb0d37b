import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeId, idOf, uuidv7 } from '../platform/ids.ts';
import { eventBody } from './event-body.ts';

test('a body is the event in its public form, with the data as they were written', () => {
  const event_id = idOf('event', uuidv7());
  const created_at = new Date('2026-11-15T09:30:00.120Z');
  const data = '{"b": 1.0, "a":"山田 \\u0041"}';
  assert.equal(
    eventBody({ event_id, type: 'call.completed', is_test: true, data, created_at }),
    `{"id":"${encodeId('evt', event_id)}","type":"call.completed","timestamp":"2026-11-15T09:30:00.120Z","test":true,"data":${data}}`,
  );
});
