import type { Tx } from '../../database/connect.ts';
import { statement } from '../../database/sql.ts';
import { type CallRef, callKeyOf, callKeysOf } from '../../platform/call-ref.ts';
import { foldForSearch, textGrams } from '../../platform/text/search-text.ts';

// The words by which calls are found; `calls/listing/said-words.ts` searches them.

/** Stores what was said in a call, replacing what was stored before. Without texts nothing is stored. */
export async function writeCallTexts(tx: Tx, call: CallRef, texts: string[]): Promise<void> {
  const folded = texts.map(foldForSearch).filter((text) => text !== '');
  if (folded.length === 0) return forgetCallTexts(tx, [call]);
  // A folded text has no line break, so no word is found across two texts.
  await upsertTexts.run(tx, { ...callKeyOf(call), said: folded.join('\n'), grams: textGrams(call.tenantId, folded) });
}

export async function forgetCallTexts(tx: Tx, calls: CallRef[]): Promise<void> {
  await deleteTexts.run(tx, callKeysOf(calls));
}

const upsertTexts = statement({
  name: 'upsert_call_texts',
  takes: { tenant_id: 'int8', is_test: 'bool', call_id: 'uuid', said: 'text', grams: 'int4[]' },
  sql: `
    insert into call_texts as t (tenant_id, is_test, call_id, said, grams)
    values (:tenant_id, :is_test, :call_id, :said, :grams)
    on conflict (tenant_id, is_test, call_id) do update set said = excluded.said, grams = excluded.grams
    where t.said <> excluded.said`,
});

const deleteTexts = statement({
  name: 'delete_call_texts',
  takes: { tenant_ids: 'int8[]', tests: 'bool[]', call_ids: 'uuid[]' },
  sql: `
    delete from call_texts t
    using unnest(:tenant_ids::int8[], :tests::bool[], :call_ids::uuid[]) as g (tenant_id, is_test, call_id)
    where t.tenant_id = g.tenant_id and t.is_test = g.is_test and t.call_id = g.call_id`,
});
