import type { Shapes } from '../api/types.ts';

export type Erasure = Shapes['Erasure'];
type Count = keyof Erasure['erased'];

/** The person to erase, as the API names it. */
export type ErasedPerson = { customer_id: number } | { phone_number: string };

export const counts: Count[] = [
  ...(['customers', 'live_calls', 'test_calls', 'recordings', 'transcripts', 'summaries', 'notes'] as const),
  ...(['events', 'deliveries', 'kept_answers'] as const),
];

/** Counts that rise until the end of an erasure, and that a preview may not know exactly. */
const searched: Count[] = ['events', 'deliveries', 'kept_answers'];
export const isMinimum = (count: Count, { status, is_complete }: Erasure) =>
  status === 'preview' && !is_complete && searched.includes(count);

export const isNothing = ({ erased, is_complete }: Erasure) =>
  is_complete && counts.every((name) => erased[name] === 0);
