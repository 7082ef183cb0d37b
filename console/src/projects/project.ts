export type Project = {
  project_id: number;
  name: string;
  is_active: boolean;
  caller_id: string | null;
  trunk: string | null;
  records_calls: boolean;
  analyses_calls: boolean;
  announces_recording: boolean;
  has_voicemail: boolean;
  ring_strategy: 'all' | 'in_order';
  staff_ids: number[];
  language: string | null;
  created_at: string;
};
