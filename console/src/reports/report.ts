export type Figures = {
  total_calls: number;
  connected_calls: number;
  no_answer_calls: number;
  missed_calls: number;
  other_calls: number;
  total_duration_seconds: number;
  average_duration_seconds: number | null;
  success_rate: number | null;
};
export type Granularity = 'day' | 'week' | 'month';
export type SummaryReport = {
  period: { from: string; to: string; timezone: string; granularity: Granularity };
  totals: Figures;
  periods: (Figures & { period_start: string; period_end: string })[];
};
export type UserFigures = Omit<Figures, 'no_answer_calls' | 'other_calls'> & {
  staff_id: number | null;
  staff_name: string | null;
  outbound_calls: number;
  inbound_calls: number;
  talk_ratio: number | null;
};
