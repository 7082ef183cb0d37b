import { type Row, statement } from '../../database/sql.ts';
import type { TenantId } from '../../platform/ids.ts';
import { foldForSearch, longTextGrams, wordGrams } from '../../platform/text/search-text.ts';

const takes = { words: 'text[]', grams: 'int4[]', long_text_grams: 'int4[]' } as const;

/** SQL condition on `call_texts`: the index finds the calls that may have all the words. */
export const mayHaveWords = {
  takes: { grams: takes.grams, long_text_grams: takes.long_text_grams } as const,
  sql: '(grams @> :grams or grams @> :long_text_grams)',
};

/** SQL condition on `call_texts`: all the words were said or noted, in any order. The text itself decides. */
export const hasWords = {
  takes: { words: takes.words } as const,
  sql: `not exists (
        select from unnest(:words::text[]) as w (word) where strpos(said, word) = 0 and strpos(noted, word) = 0)`,
};

export type Words = Row<typeof takes>;

/** The words of a search in the form that the condition takes; undefined if there are none. */
export function readWords(tenantId: TenantId, q: string): Words | undefined {
  const words = [...new Set(q.split(/\s+/u).map(foldForSearch))].filter((word) => word !== '');
  if (words.length === 0) return undefined;
  return { words, grams: wordGrams(tenantId, words), long_text_grams: longTextGrams(tenantId) };
}

/** The newest calls with all the words. */
export const listCallsSaying = statement({
  name: 'list_calls_saying',
  isForReplica: true,
  takes: { tenant_id: 'int8', is_test: 'bool', ...takes, limit: 'int8' },
  gives: { call_id: 'uuid' },
  sql: `
    select call_id from call_texts
    where tenant_id = :tenant_id and is_test = :is_test and ${mayHaveWords.sql} and ${hasWords.sql}
    order by call_id desc limit :limit`,
});
