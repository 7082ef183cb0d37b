import { examples as callExamples } from '../calls/examples.ts';

// The examples of the OpenAPI document. A test validates each against its schema.

const figures = {
  total_calls: 120,
  connected_calls: 66,
  no_answer_calls: 30,
  missed_calls: 8,
  other_calls: 16,
  total_duration_seconds: 11_880,
  average_duration_seconds: 182.77,
  success_rate: 0.5508,
};
const none = {
  total_calls: 0,
  connected_calls: 0,
  no_answer_calls: 0,
  missed_calls: 0,
  other_calls: 0,
  total_duration_seconds: 0,
  average_duration_seconds: null,
  success_rate: null,
};

export const examples = {
  summary: {
    period: { from: '2026-11-14', to: '2026-11-15', timezone: 'Asia/Tokyo', granularity: 'day' },
    totals: figures,
    periods: [
      { period_start: '2026-11-14', period_end: '2026-11-14', ...figures },
      { period_start: '2026-11-15', period_end: '2026-11-15', ...none },
    ],
  },
  call: { ...callExamples.item, ring_seconds: 5, talk_ratio: 0.4312, customer_id: 42, end_reason: 'completed' },
  user: {
    staff_id: 7,
    staff_name: '佐藤 花子',
    total_calls: 120,
    outbound_calls: 100,
    inbound_calls: 20,
    connected_calls: 66,
    missed_calls: 8,
    success_rate: 0.5508,
    total_duration_seconds: 11_880,
    average_duration_seconds: 182.77,
    talk_ratio: 0.4312,
  },
  withoutStaff: {
    staff_id: null,
    staff_name: null,
    total_calls: 2,
    outbound_calls: 0,
    inbound_calls: 2,
    connected_calls: 0,
    missed_calls: 2,
    success_rate: 0,
    total_duration_seconds: 0,
    average_duration_seconds: null,
    talk_ratio: null,
  },
};
