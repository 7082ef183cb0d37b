import { writeSaid } from '../../calls/state/call-texts.ts';
import { lockCalls } from '../../calls/state/lock-calls.ts';
import type { Database, Tx } from '../../database/connect.ts';
import { deleteInBatches } from '../../database/delete-in-batches.ts';
import { type CallRef, callKeysOf, callRefOf } from '../../platform/call-ref.ts';
import type { Summary, Transcription } from '../insight.ts';
import { listUnindexed, markIndexed } from './queries.ts';

const batch = 20;

type Texts = { transcription: Transcription | null; summary: Summary | null };

/** Makes a call findable by its transcript and summary, and by neither if there is none. */
export function indexTexts(tx: Tx, call: CallRef, { transcription, summary }: Texts): Promise<void> {
  const said = transcription?.segments.map(({ text }) => text) ?? [];
  // An extractive summary has no other words than the transcript.
  const written = summary?.method === 'abstractive' ? [summary.text ?? '', ...summary.key_points] : [];
  const toDo = summary?.method === 'abstractive' ? (summary.action_items ?? []) : [];
  return writeSaid(tx, call, [...said, ...written, ...toDo]);
}

/** Indexes transcripts from before there was an index, the newest first. */
export async function indexTranscripts(db: Database): Promise<void> {
  await deleteInBatches(batch, (most) =>
    db.transaction(async (tx) => {
      const unindexed = await listUnindexed.all(tx, { most });
      const calls = unindexed.map(callRefOf);
      await lockCalls(tx, calls);
      for (const [i, texts] of unindexed.entries()) await indexTexts(tx, calls[i] as CallRef, texts as Texts);
      await markIndexed.run(tx, callKeysOf(calls));
      return unindexed.length;
    }),
  );
}
