import type { Counts } from './preview-erasure.ts';
import type { ErasureRow } from './queries.ts';

export function erasureAnswer({ erasure_id, erased, kept, created_at, finished_at }: ErasureRow) {
  return { erasure_id, status: finished_at ? 'finished' : 'running', erased, kept, created_at, finished_at };
}

export function previewAnswer({ erased, kept }: Counts) {
  return { erasure_id: null, status: 'preview', erased, kept, created_at: null, finished_at: null };
}
