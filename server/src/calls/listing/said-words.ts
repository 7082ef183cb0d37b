import { type Row, statement } from '../../database/sql.ts';
import type { TenantId } from '../../platform/ids.ts';
import { foldForSearch, longTextGrams, wordGrams } from '../../platform/text/search-text.ts';

const takes = { words: 'text[]', grams: 'int4[]', long_text_grams: 'int4[]' } as const;

/**
 * SQL condition on `call_texts`: all the words were said, in any order. The index finds the calls that may have them, and the
 * text itself decides.
 */
const saidWords = {
  takes,
  sql: `(grams @> :grams or grams @> :long_text_grams)
      and not exists (select from unnest(:words::text[]) as w (word) where strpos(said, word) = 0)`,
};

/** The words of a search in the form that the condition takes; undefined if there are none. */
export function readWords(tenantId: TenantId, q: string): Row<typeof takes> | undefined {
  const words = [...new Set(q.split(/\s+/u).map(foldForSearch))].filter((word) => word !== '');
  if (words.length === 0) return undefined;
  return { words, grams: wordGrams(tenantId, words), long_text_grams: longTextGrams(tenantId) };
}

/** The newest calls in which all the words were said. */
export const listCallsSaying = statement({
  name: 'list_calls_saying',
  takes: { tenant_id: 'int8', is_test: 'bool', ...takes, limit: 'int8' },
  gives: { call_id: 'uuid' },
  sql: `
    select call_id from call_texts
    where tenant_id = :tenant_id and is_test = :is_test and ${saidWords.sql}
    order by call_id desc limit :limit`,
});
