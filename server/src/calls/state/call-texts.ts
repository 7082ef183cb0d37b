import type { Tx } from '../../database/connect.ts';
import { statement } from '../../database/sql.ts';
import { type CallRef, callKeyOf, callKeysOf, callRefOf } from '../../platform/call-ref.ts';
import { foldForSearch, textGrams } from '../../platform/text/search-text.ts';

// The words by which calls are found; `calls/listing/said-words.ts` searches them.

// Transcript and note are written at different times and share the index entries: writers of either have locked the call.

/** Stores what was said in a call, replacing what was stored before. */
export const writeSaid = (tx: Tx, call: CallRef, texts: string[]): Promise<void> => write(tx, call, 'said', texts);

/** Stores the note of a call in the same way. */
export const writeNoted = (tx: Tx, call: CallRef, note: string | null): Promise<void> =>
  write(tx, call, 'noted', note === null ? [] : [note]);

async function write(tx: Tx, call: CallRef, name: 'said' | 'noted', texts: string[]): Promise<void> {
  // A folded text has no line break, so no word is found across two texts.
  const text = texts
    .map(foldForSearch)
    .filter((folded) => folded !== '')
    .join('\n');
  const before = (await findTexts.first(tx, callKeyOf(call))) ?? { said: '', noted: '' };
  if (before[name] === text) return;
  const said = name === 'said' ? text : before.said;
  const noted = name === 'noted' ? text : before.noted;
  if (said === '' && noted === '') return void (await deleteTexts.run(tx, callKeysOf([call])));
  const grams = textGrams(call.tenantId, `${said}\n${noted}`.split('\n'));
  await upsertTexts.run(tx, { ...callKeyOf(call), said, noted, grams });
}

/** Forgets what was said in calls; what was noted stays. */
export async function forgetSaid(tx: Tx, calls: CallRef[]): Promise<void> {
  const noted = await listNoted.all(tx, callKeysOf(calls));
  const isNoted = new Set(noted.map(({ call_id }) => call_id));
  await deleteTexts.run(tx, callKeysOf(calls.filter(({ callId }) => !isNoted.has(callId))));
  for (const row of noted) await writeSaid(tx, callRefOf(row), []);
}

const findTexts = statement({
  name: 'find_call_texts',
  takes: { tenant_id: 'int8', is_test: 'bool', call_id: 'uuid' },
  gives: { said: 'text', noted: 'text' },
  sql: `
    select said, noted from call_texts
    where tenant_id = :tenant_id and is_test = :is_test and call_id = :call_id`,
});

const upsertTexts = statement({
  name: 'upsert_call_texts',
  takes: { tenant_id: 'int8', is_test: 'bool', call_id: 'uuid', said: 'text', noted: 'text', grams: 'int4[]' },
  sql: `
    insert into call_texts (tenant_id, is_test, call_id, said, noted, grams)
    values (:tenant_id, :is_test, :call_id, :said, :noted, :grams)
    on conflict (tenant_id, is_test, call_id) do update
    set said = excluded.said, noted = excluded.noted, grams = excluded.grams`,
});

const listed = `unnest(:tenant_ids::int8[], :tests::bool[], :call_ids::uuid[]) as g (tenant_id, is_test, call_id)
    where t.tenant_id = g.tenant_id and t.is_test = g.is_test and t.call_id = g.call_id`;
const manyCalls = { tenant_ids: 'int8[]', tests: 'bool[]', call_ids: 'uuid[]' } as const;

const listNoted = statement({
  name: 'list_noted_calls',
  takes: manyCalls,
  gives: { tenant_id: 'int8', is_test: 'bool', call_id: 'uuid' },
  sql: `select t.tenant_id, t.is_test, t.call_id from call_texts t, ${listed} and t.noted <> ''`,
});

const deleteTexts = statement({
  name: 'delete_call_texts',
  takes: manyCalls,
  sql: `delete from call_texts t using ${listed}`,
});
