import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { EndStatus, Leg } from '../../engine/engine.ts';
import { applySignal, type CallState, type CallType, countedState, isOnHold, type Signal } from './call-state.ts';

const start = Date.UTC(2026, 10, 15);
const second = (n: number) => new Date(start + n * 1_000);

const fresh = (call_type: CallType): CallState => ({
  call_type,
  staff_id: null,
  status: 'initiating',
  initiated_at: second(0),
  dialled_at: null,
  ringing_at: null,
  answered_at: null,
  ended_at: null,
  duration_seconds: null,
  end_reason: null,
  hangup_by: null,
  sip_code: null,
  q850_cause: null,
  staff_leg_status: null,
  customer_leg_status: null,
  hold_times: null,
});

function play(call_type: CallType, signals: Signal[], beginning: Partial<CallState> = {}) {
  let state = { ...fresh(call_type), ...beginning };
  const events: string[] = [];
  const states = [state];
  for (const signal of signals)
    for (const step of applySignal(state, signal)) {
      state = step.state;
      states.push(state);
      if (step.event) events.push(step.event);
    }
  return { state, states, events };
}

const ringing = (leg: Leg, at: number): Signal => ({ kind: 'ringing', leg, at: second(at) });
const answered = (leg: Leg, at: number): Signal => ({ kind: 'answered', leg, at: second(at) });
const ended = (at: number, status: EndStatus = 'canceled', answeredAt?: number): Signal => ({
  kind: 'ended',
  at: second(at),
  ending: {
    status,
    reason: 'completed',
    hangupBy: 'customer',
    ...(answeredAt !== undefined && { answeredAt: second(answeredAt) }),
  },
});

test('an outbound call goes from its staff member to its customer and ends as connected', () => {
  const { state, events } = play('outbound', [
    ringing('staff', 2),
    answered('staff', 3),
    ringing('customer', 4),
    answered('customer', 6.4),
    ended(9.3),
  ]);
  assert.deepEqual(events, ['call.ringing', 'call.connected', 'call.completed']);
  assert.equal(state.status, 'connected');
  assert.deepEqual([state.ringing_at, state.answered_at], [second(4), second(6.4)]);
  assert.equal(state.duration_seconds, 2, 'whole seconds of talk');
  assert.deepEqual([state.staff_leg_status, state.customer_leg_status], ['ended', 'ended']);
});

test('an outbound call is connected only once the customer answers', () => {
  const { state, events } = play('outbound', [ringing('staff', 1), answered('staff', 2), ended(5, 'no_answer')]);
  assert.deepEqual(events, ['call.missed']);
  assert.deepEqual([state.status, state.duration_seconds, state.answered_at], ['no_answer', 0, null]);
  assert.equal(state.customer_leg_status, 'ended');
  const alone = play('outbound', [ringing('staff', 1), ended(5, 'failed')]);
  assert.equal(alone.state.customer_leg_status, null, 'the customer was never called');
});

test('an inbound call is answered by the staff member', () => {
  assert.deepEqual(play('inbound', [ringing('staff', 1), answered('staff', 2), ended(5)]).events, [
    'call.ringing',
    'call.connected',
    'call.completed',
  ]);
  const { state: talking } = play('inbound', [ringing('staff', 1), answered('staff', 2)]);
  assert.deepEqual([talking.staff_leg_status, talking.customer_leg_status], ['answered', 'answered']);
  const missed = play('inbound', [ringing('staff', 1), ended(5, 'missed_call')]);
  assert.deepEqual([missed.state.status, missed.events], ['missed_call', ['call.ringing', 'call.missed']]);
});

test('an answer that was never reported is derived from the end', () => {
  const { state, events } = play('outbound', [ringing('customer', 1), ended(8, 'failed', 3)]);
  assert.deepEqual(events, ['call.ringing', 'call.connected', 'call.completed']);
  assert.deepEqual([state.status, state.answered_at, state.duration_seconds], ['connected', second(3), 5]);
});

test('a slow clock never makes a call answered before it was made, nor its duration negative', () => {
  const { state } = play('outbound', [answered('customer', -5), ended(-9)]);
  assert.deepEqual([state.answered_at, state.ended_at, state.duration_seconds], [second(0), second(0), 0]);
});

test('a call that was made while a clock was put back lasts as long as it did, by a right clock and by that one', () => {
  const anHour = 3_600;
  const putBack = { dialled_at: second(-anHour) };
  for (const behind of [0, anHour]) {
    const reported = [ringing('customer', 1 - behind), answered('customer', 3 - behind), ended(8 - behind)];
    const { state } = play('outbound', reported, putBack);
    assert.deepEqual([state.ringing_at, state.answered_at, state.ended_at], [second(1), second(3), second(8)]);
    assert.equal(state.duration_seconds, 5);
  }
});

const signals = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constantFrom('ringing' as const, 'answered' as const),
      leg: fc.constantFrom<Leg[]>('staff', 'customer'),
      at: fc.integer({ min: -3, max: 60 }).map(second),
    }),
    fc
      .tuple(fc.integer({ min: -3, max: 60 }), fc.constantFrom<EndStatus[]>('no_answer', 'busy', 'failed', 'voicemail'))
      .map(([at, status]) => ended(at, status)),
    fc.record({
      kind: fc.constantFrom('held' as const, 'resumed' as const),
      at: fc.integer({ min: -3, max: 60 }).map(second),
    }),
    fc.record({
      kind: fc.constant('hold failed' as const),
      number: fc.integer({ min: 1, max: 3 }),
      at: fc.integer({ min: -3, max: 60 }).map(second),
    }),
  ),
  { maxLength: 14 },
);
const order = ['initiating', 'ringing', 'connected'];
const byNumber = (a: number, b: number) => a - b;

test('a hold that failed is over, unless there was another change since', () => {
  const reported: Signal[] = [
    { kind: 'answered', leg: 'customer', at: second(1) },
    { kind: 'held', at: second(2) },
    { kind: 'hold failed', number: 1, at: second(3) },
    { kind: 'held', at: second(4) },
    { kind: 'hold failed', number: 1, at: second(5) },
  ];
  const { state, events } = play('outbound', reported);
  assert.deepEqual(events, ['call.connected', 'call.held', 'call.resumed', 'call.held']);
  assert.deepEqual(state.hold_times, [second(2), second(3), second(4)]);
});

test('with any signals in any order, a status never moves backwards and each end is reported once', () => {
  fc.assert(
    fc.property(fc.constantFrom<CallType[]>('outbound', 'inbound'), signals, (call_type, reported) => {
      const { state, states, events } = play(call_type, reported);
      const ranks = states.map(({ status, ended_at }) => (ended_at ? order.length : order.indexOf(status)));
      assert.deepEqual(ranks, ranks.toSorted(byNumber), 'never backwards');
      assert.deepEqual(states.filter(({ ended_at }) => ended_at).length, state.ended_at ? 1 : 0, 'ends once');
      assert.equal(events.filter((event) => /completed|missed/.test(event)).length, state.ended_at ? 1 : 0);
      const others = events.filter((event) => !/held|resumed/.test(event));
      assert.equal(new Set(others).size, others.length, 'each event once');
      const holds = events.filter((event) => /held|resumed/.test(event));
      assert.deepEqual(
        holds,
        holds.map((_event, i) => (i % 2 === 0 ? 'call.held' : 'call.resumed')),
        'by turns',
      );
      if (state.ended_at) assert.ok(!isOnHold(state), 'a hold ends with its call');
      assert.equal(events.includes('call.completed'), countedState(state) === 'talked');
      assert.equal(state.answered_at !== null, state.status === 'connected');
      const { initiated_at, answered_at, hold_times, ended_at } = state;
      const times = [initiated_at, answered_at, ...(hold_times ?? []), ended_at].flatMap(
        (time) => time?.getTime() ?? [],
      );
      assert.deepEqual(times, times.toSorted(byNumber));
      // Repeated, all signals are old.
      const again = reported.reduce((last, signal) => applySignal(last, signal).at(-1)?.state ?? last, state);
      if (state.ended_at) assert.deepEqual(again, state);
    }),
    { numRuns: 500 },
  );
});
