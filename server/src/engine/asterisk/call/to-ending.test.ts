import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ending } from '../../engine.ts';
import { type EndedBy, type LineAtEnd, toEnding } from './to-ending.ts';

const atEnd = (fields: Partial<LineAtEnd>): LineAtEnd => ({
  ...{ leg: 'staff', rang: false, answered: false, timedOut: false, hungUp: true },
  ...fields,
});
const line = (fields: Partial<LineAtEnd>): EndedBy => ({ kind: 'line', line: atEnd({ leg: 'customer', ...fields }) });
const noAnswer = (...lines: LineAtEnd[]): EndedBy => ({ kind: 'nobody', lines, isAllStaffBusy: lines.length === 0 });

type Row = [situation: string, by: EndedBy, status: Ending['status'], reason: Ending['reason'], by: Ending['hangupBy']];

const outbound: Row[] = [
  ['486', line({ cause: 17, sipCode: 486 }), 'busy', 'busy', 'customer'],
  ['600', line({ cause: 17, sipCode: 600 }), 'busy', 'busy', 'customer'],
  ['603', line({ cause: 21, sipCode: 603 }), 'rejected', 'rejected', 'customer'],
  ['404', line({ cause: 1, sipCode: 404 }), 'failed', 'invalid_number', 'system'],
  ['a number that has changed', line({ cause: 22 }), 'failed', 'invalid_number', 'system'],
  ['484', line({ cause: 28, sipCode: 484 }), 'failed', 'invalid_number', 'system'],
  ['485', line({ cause: 1, sipCode: 485 }), 'failed', 'invalid_number', 'system'],
  ['604', line({ cause: 1, sipCode: 604 }), 'failed', 'invalid_number', 'system'],
  ['410', line({ cause: 22, sipCode: 410 }), 'failed', 'invalid_number', 'system'],
  ['401', line({ cause: 21, sipCode: 401 }), 'failed', 'trunk_error', 'system'],
  ['403', line({ cause: 21, sipCode: 403 }), 'failed', 'trunk_error', 'system'],
  ['407', line({ cause: 21, sipCode: 407 }), 'failed', 'trunk_error', 'system'],
  ['483', line({ cause: 19, sipCode: 483 }), 'failed', 'trunk_error', 'system'],
  ['480 with another Reason', line({ cause: 17, sipCode: 480 }), 'no_answer', 'no_answer', 'system'],
  ['480', line({ cause: 19, sipCode: 480 }), 'no_answer', 'no_answer', 'system'],
  ['it rang in vain', line({ cause: 19, rang: true, timedOut: true }), 'no_answer', 'no_answer', 'system'],
  ['it never rang', line({ cause: 19, timedOut: true }), 'failed', 'unreachable', 'system'],
  ['408', line({ cause: 18, sipCode: 408 }), 'no_answer', 'unreachable', 'system'],
  ['503', line({ cause: 34, sipCode: 503 }), 'failed', 'trunk_error', 'system'],
  ['500', line({ cause: 38, sipCode: 500 }), 'failed', 'trunk_error', 'system'],
  ['the trunk is down', { kind: 'refused', leg: 'customer', why: 'absent' }, 'failed', 'trunk_down', 'system'],
  [
    'the phone is not registered',
    { kind: 'refused', leg: 'staff', why: 'absent' },
    'failed',
    'staff_unreachable',
    'system',
  ],
  ['the server is being stopped', { kind: 'refused', leg: 'staff', why: 'server' }, 'failed', 'engine_error', 'system'],
  ['it is stopped halfway', { kind: 'refused', leg: 'customer', why: 'server' }, 'failed', 'engine_error', 'system'],
  ['staff busy', line({ leg: 'staff', cause: 17 }), 'failed', 'staff_busy', 'staff'],
  ['staff phone forbids', line({ leg: 'staff', cause: 21, sipCode: 403 }), 'failed', 'staff_unreachable', 'system'],
  [
    'staff phone wants a password',
    line({ leg: 'staff', cause: 21, sipCode: 407 }),
    'failed',
    'staff_unreachable',
    'system',
  ],
  ['staff phone is gone', line({ leg: 'staff', cause: 22, sipCode: 410 }), 'failed', 'staff_unreachable', 'system'],
  ['staff refuses', line({ leg: 'staff', cause: 21 }), 'failed', 'staff_rejected', 'staff'],
  ['staff away', line({ leg: 'staff', cause: 19, rang: true }), 'failed', 'staff_no_answer', 'system'],
  ['staff phone dead', line({ leg: 'staff', cause: 19 }), 'failed', 'staff_unreachable', 'system'],
  ['staff phone unknown', line({ leg: 'staff', cause: 1 }), 'failed', 'staff_unreachable', 'system'],
  ['staff gives up', line({ leg: 'staff', cause: 16, answered: true }), 'canceled', 'canceled_by_staff', 'staff'],
  ['the API cancels', { kind: 'api' }, 'canceled', 'canceled_by_api', 'system'],
  ['Asterisk died', { kind: 'system', reason: 'engine_error' }, 'failed', 'engine_error', 'system'],
  ['news was lost', line({ leg: 'staff', answered: true }), 'failed', 'system_recovered', 'system'],
];

for (const [situation, by, status, reason, hangupBy] of outbound)
  test(`an outbound call without a talk: ${situation}`, () => {
    const ending = toEnding('outbound', by, 'nothing');
    const { cause, sipCode } = by.kind === 'line' ? by.line : {};
    assert.deepEqual(
      { q850Cause: undefined, sipCode: undefined, ...ending },
      {
        status,
        reason,
        hangupBy,
        q850Cause: by.kind === 'api' ? 16 : cause,
        sipCode,
      },
    );
  });

const busy = atEnd({ cause: 17, sipCode: 486 });
const away = atEnd({ cause: 19, rang: true });
const rejects = atEnd({ cause: 21, sipCode: 603 });
const unregistered = atEnd({ refusal: 'absent' });
const notTried = atEnd({ refusal: 'server' });

const inbound: Row[] = [
  ['all busy', noAnswer(busy, unregistered, busy), 'missed_call', 'staff_busy', 'staff'],
  ['one of them away', noAnswer(busy, rejects, away, unregistered), 'missed_call', 'staff_no_answer', 'system'],
  ['one of them refuses', noAnswer(unregistered, busy, rejects), 'missed_call', 'staff_rejected', 'staff'],
  ['no phone reachable', noAnswer(unregistered, unregistered), 'missed_call', 'staff_unreachable', 'system'],
  ['the server is being stopped', noAnswer(unregistered, notTried), 'missed_call', 'engine_error', 'system'],
  ['all on the phone', noAnswer(), 'missed_call', 'staff_busy', 'system'],
  ['the caller gives up', line({ cause: 127, sipCode: 487 }), 'missed_call', 'caller_gave_up', 'customer'],
  ['staff busy', line({ leg: 'staff', cause: 17 }), 'missed_call', 'staff_busy', 'staff'],
  ['staff away', line({ leg: 'staff', cause: 19, rang: true }), 'missed_call', 'staff_no_answer', 'system'],
  ['no phone', { kind: 'refused', leg: 'staff', why: 'absent' }, 'missed_call', 'staff_unreachable', 'system'],
  ['Asterisk died', { kind: 'system', reason: 'engine_error' }, 'missed_call', 'engine_error', 'system'],
];

for (const [situation, by, ...expected] of inbound)
  test(`an unanswered inbound call: ${situation}`, () => {
    const { status, reason, hangupBy } = toEnding('inbound', by, 'nothing');
    assert.deepEqual([status, reason, hangupBy], expected);
  });

test('a ring timeout has no SIP code: Asterisk says 480, but no party has sent it', () => {
  for (const leg of ['customer', 'staff'] as const) {
    const timeout = line({ leg, cause: 19, sipCode: 480, rang: true, timedOut: true });
    const { sipCode, q850Cause } = toEnding('outbound', timeout, 'nothing');
    assert.deepEqual([sipCode, q850Cause], [undefined, 19]);
  }
});

test('a talk is ended by the party who hung up, by the API, or by its length', () => {
  const reasonAndParty = (by: EndedBy) => {
    const { reason, hangupBy } = toEnding('outbound', by, 'talk');
    return [reason, hangupBy];
  };
  const over = { cause: 16, answered: true };
  assert.deepEqual(reasonAndParty(line({ ...over, leg: 'staff' })), ['completed', 'staff']);
  assert.deepEqual(reasonAndParty(line({ ...over, leg: 'customer' })), ['completed', 'customer']);
  assert.deepEqual(reasonAndParty({ kind: 'api' }), ['hung_up_by_api', 'system']);
  assert.deepEqual(reasonAndParty({ kind: 'too long' }), ['too_long', 'system']);
  assert.deepEqual(reasonAndParty({ kind: 'system', reason: 'engine_error' }), ['engine_error', 'system']);
});

test('a talk without a hang-up was ended by Asterisk: because no media arrived, or for an unknown reason', () => {
  for (const callType of ['outbound', 'inbound'] as const)
    for (const leg of ['staff', 'customer'] as const) {
      const endingOf = (cause: number) => {
        const { reason, hangupBy } = toEnding(callType, line({ leg, cause, hungUp: false }), 'talk');
        return [reason, hangupBy];
      };
      assert.deepEqual(endingOf(44), ['media_lost', 'system']);
      assert.deepEqual(endingOf(16), ['engine_error', 'system']);
    }
});

test('a call with a message is a voicemail, however it ended', () => {
  const messageEnding = (by: EndedBy) => {
    const { status, reason, hangupBy } = toEnding('inbound', by, 'message');
    return [status, reason, hangupBy];
  };
  assert.deepEqual(messageEnding(line({ cause: 16 })), ['voicemail', 'voicemail', 'customer']);
  assert.deepEqual(messageEnding(line({ cause: 16, hungUp: false })), ['voicemail', 'voicemail', 'system']);
  assert.deepEqual(messageEnding({ kind: 'system', reason: 'engine_error' }), ['voicemail', 'voicemail', 'system']);
});

test('an unanswered call has the codes of the phone that says most', () => {
  const { sipCode, q850Cause } = toEnding('inbound', noAnswer(unregistered, rejects, busy), 'nothing');
  assert.deepEqual([sipCode, q850Cause], [603, 21]);
});
