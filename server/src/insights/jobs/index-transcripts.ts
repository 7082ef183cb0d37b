import { writeSaid } from '../../calls/state/call-texts.ts';
import { lockCalls } from '../../calls/state/lock-calls.ts';
import type { Database, Tx } from '../../database/connect.ts';
import { type CallKey, type CallRef, callKeysOf, callRefOf } from '../../platform/call-ref.ts';
import { type CallId, idOf, type TenantId } from '../../platform/ids.ts';
import type { Summary, Transcription } from '../insight.ts';
import { listUnindexed, lockUnindexed, markIndexed } from './queries.ts';

const batch = 20;
/** Sorts after any call. */
const afterAll = idOf('call', 'ffffffff-ffff-ffff-ffff-ffffffffffff');

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
  for (let before: CallId | undefined = afterAll; before; ) {
    const unindexed: CallKey[] = await listUnindexed.all(db, { before, most: batch });
    for (const [tenantId, calls] of Map.groupBy(unindexed, ({ tenant_id }) => tenant_id))
      await indexOfTenant(db, tenantId, calls);
    before = unindexed[batch - 1]?.call_id;
  }
}

function indexOfTenant(db: Database, tenantId: TenantId, calls: CallKey[]): Promise<void> {
  return db.transaction(async (tx) => {
    const call_ids = calls.map(({ call_id }) => call_id);
    const unindexed = await lockUnindexed.all(tx, { tenant_id: tenantId, call_ids });
    const refs = unindexed.map(callRefOf);
    await lockCalls(tx, refs);
    for (const [i, texts] of unindexed.entries()) await indexTexts(tx, refs[i] as CallRef, texts as Texts);
    await markIndexed.run(tx, callKeysOf(refs));
  });
}
