import type { Preview } from './preview-erasure.ts';
import type { ErasureRow } from './queries.ts';

export function erasureAnswer({ step, finished_at, ...row }: ErasureRow) {
  const { erasure_id, administrator_email, erased, kept, created_at } = row;
  const state = finished_at ? { status: 'finished', step: null } : { status: 'running', step };
  const is_complete = finished_at !== null;
  return { erasure_id, ...state, administrator_email, erased, kept, is_complete, created_at, finished_at };
}

export function previewAnswer({ erased, kept, isComplete }: Preview) {
  const none = { step: null, administrator_email: null };
  const counts = { erased, kept, is_complete: isComplete };
  return { erasure_id: null, status: 'preview', ...none, ...counts, created_at: null, finished_at: null };
}
