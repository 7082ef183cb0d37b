import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedParts, timelineOf } from './timeline.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 15, 9, 0, second)).toISOString();
const call = {
  call_type: 'outbound' as const,
  initiated_at: at(0),
  answered_at: at(10),
  ended_at: at(30),
  ring_seconds: 6,
  customer_leg_status: 'ended',
  holds: [],
};

test('an outbound call rings the staff member, then the customer, and then both talk', () => {
  assert.deepEqual(timelineOf(call, 0), {
    seconds: 30,
    legs: {
      staff: [
        { what: 'ringing', from: 0, to: 4 },
        { what: 'waiting', from: 4, to: 10 },
        { what: 'talking', from: 10, to: 30 },
      ],
      customer: [
        { what: 'ringing', from: 4, to: 10 },
        { what: 'talking', from: 10, to: 30 },
      ],
    },
  });
});

test('if the staff member never answers, no other phone rings', () => {
  const { legs } = timelineOf({ ...call, answered_at: null, ring_seconds: null, ended_at: at(30) }, 0);
  assert.deepEqual(legs, { staff: [{ what: 'ringing', from: 0, to: 30 }], customer: [] });
});

test('a caller is there from the beginning while staff are rung', () => {
  const { legs } = timelineOf({ ...call, call_type: 'inbound', ring_seconds: 9 }, 0);
  assert.deepEqual(legs.customer[0], { what: 'calling', from: 0, to: 10 });
  assert.deepEqual(legs.staff[0], { what: 'ringing', from: 1, to: 10 });
});

test('a call that is going on ends now, and never before it began', () => {
  const going = { ...call, answered_at: null, ended_at: null, ring_seconds: null, customer_leg_status: null };
  assert.equal(timelineOf(going, Date.parse(at(7))).seconds, 7);
  assert.equal(timelineOf(going, Date.parse(at(0)) - 5_000).seconds, 0);
});

test('a talk is interrupted by each hold, on both lines', () => {
  const holds = [
    { start_seconds: 2, end_seconds: 5 },
    { start_seconds: 12, end_seconds: null },
  ];
  const talk = [
    { what: 'talking', from: 10, to: 12 },
    { what: 'held', from: 12, to: 15 },
    { what: 'talking', from: 15, to: 22 },
    { what: 'held', from: 22, to: 25 },
  ];
  const { legs } = timelineOf({ ...call, ended_at: null, holds }, Date.parse(at(25)));
  assert.deepEqual([legs.staff.slice(-4), legs.customer.slice(-4)], [talk, talk]);
});

test('a recording that was paused has a line of its own, from the answer on', () => {
  const recording = { pauses: [{ start_seconds: 2, end_seconds: 5 }] } as Parameters<
    typeof recordedParts
  >[0]['recording'];
  assert.deepEqual(recordedParts({ ...call, recording }, 30), [
    { what: 'recorded', from: 10, to: 12 },
    { what: 'paused', from: 12, to: 15 },
    { what: 'recorded', from: 15, to: 30 },
  ]);
  const open = { pauses: [{ start_seconds: 0, end_seconds: null }] } as typeof recording;
  assert.deepEqual(recordedParts({ ...call, recording: open }, 14), [{ what: 'paused', from: 10, to: 14 }]);
  const slow = { ...recording, duration_seconds: 10 } as typeof recording; // The parties talked for 20 seconds.
  assert.deepEqual(recordedParts({ ...call, recording: slow }, 30)[1], { what: 'paused', from: 14, to: 20 });
  assert.deepEqual(recordedParts({ ...call, recording: null }, 30), []);
});
