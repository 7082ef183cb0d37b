import { examples as callExamples } from '../calls/examples.ts';

// The examples of the OpenAPI document. A test validates each against its schema.

const thursday = {
  total_calls: 68,
  connected_calls: 38,
  no_answer_calls: 17,
  missed_calls: 5,
  other_calls: 8,
  total_duration_seconds: 6_992,
  average_duration_seconds: 184,
  success_rate: 0.5588,
};
const friday = {
  total_calls: 52,
  connected_calls: 28,
  no_answer_calls: 13,
  missed_calls: 3,
  other_calls: 8,
  total_duration_seconds: 4_888,
  average_duration_seconds: 174.57,
  success_rate: 0.5385,
};
const totals = {
  total_calls: 120,
  connected_calls: 66,
  no_answer_calls: 30,
  missed_calls: 8,
  other_calls: 16,
  total_duration_seconds: 11_880,
  average_duration_seconds: 180,
  success_rate: 0.55,
};

const waits = {
  limit_seconds: 20 as const,
  answered_calls: 40,
  answered_within_limit: 31,
  abandoned_calls: 6,
  unanswered_calls: 2,
  voicemail_calls: 4,
  answered_within_rate: 0.5962,
  abandoned_rate: 0.1154,
  average_wait_seconds: 14.28,
  average_abandoned_seconds: 31.5,
  longest_wait_seconds: 74,
};
const both = { ...totals, outbound_calls: 68, inbound_calls: 52 };
const inTheMorning = Array.from({ length: 24 }, (_, hour) => (hour === 9 ? 68 : 0));

export const examples = {
  overview: {
    period: { from: '2026-11-12', to: '2026-11-13', timezone: 'Asia/Tokyo' },
    previous_period: { from: '2026-11-10', to: '2026-11-11', end: new Date('2026-11-11T15:00:00.000Z') },
    totals: both,
    previous_totals: both,
    hours: [{ hour: 9, total_calls: 120, connected_calls: 66, missed_calls: 8, previous_total_calls: 120 }],
    weekdays: [{ weekday: 4, days: 1, total_calls: 68, hours: inTheMorning }],
    projects: [{ project_id: 1, project_name: 'Support', ...both, previous_total_calls: 120, waits }],
    waits,
    previous_waits: waits,
  },
  summary: {
    period: { from: '2026-11-12', to: '2026-11-13', timezone: 'Asia/Tokyo', granularity: 'day' },
    totals,
    periods: [
      { period_start: '2026-11-12', period_end: '2026-11-12', ...thursday },
      { period_start: '2026-11-13', period_end: '2026-11-13', ...friday },
    ],
  },
  call: {
    ...callExamples.item,
    ...{ ring_seconds: 5, talk_ratio: 0.5614, customer_id: 42, end_reason: 'completed' },
    ...{ tags: callExamples.inFull.tags, outcome: callExamples.inFull.outcome },
  },
  tag: {
    ...{ kind: 'tag', value: 'delivery', total_calls: 34, connected_calls: 27 },
    ...{ success_rate: 0.7941, average_duration_seconds: 201.33 },
  },
  outcome: {
    ...{ kind: 'outcome', value: 'callback', total_calls: 12, connected_calls: 12 },
    ...{ success_rate: 1, average_duration_seconds: 96.5 },
  },
  user: {
    staff_id: 7,
    staff_name: '佐藤 花子',
    total_calls: 112,
    outbound_calls: 98,
    inbound_calls: 14,
    connected_calls: 66,
    missed_calls: 0,
    success_rate: 0.5893,
    total_duration_seconds: 11_880,
    average_duration_seconds: 180,
    talk_ratio: 0.4312,
  },
  withoutStaff: {
    staff_id: null,
    staff_name: null,
    total_calls: 8,
    outbound_calls: 0,
    inbound_calls: 8,
    connected_calls: 0,
    missed_calls: 8,
    success_rate: 0,
    total_duration_seconds: 0,
    average_duration_seconds: null,
    talk_ratio: null,
  },
};
