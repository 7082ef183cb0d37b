import type { Tx } from '../../database/connect.ts';
import { type Queryable, type Row, statement } from '../../database/sql.ts';
import type { CustomerId, TenantId } from '../../platform/ids.ts';
import { erasedKey } from './idempotency.ts';

// Answers that are kept for repeated requests, and contain a person who is erased or exported. Encrypted ones contain the
// secrets of the tenant and no person.

export type KeptAnswer = {
  key_id: Row<typeof findPage.gives>['key_id'];
  idempotency_key: string;
  body: string;
  /** A person was erased from it before; an import names several. */
  is_erased: boolean;
};

const pageSize = 500;

/** Yields the answers that name one of these calls, customers or numbers (of the never-call list), page by page. */
export async function* keptAnswersAbout(
  db: Queryable,
  tenantId: TenantId,
  { callIds, customerIds, numbers }: { callIds: string[]; customerIds: CustomerId[]; numbers: string[] },
): AsyncGenerator<KeptAnswer[], void, void> {
  const names = { calls: callIds, customers: customerIds.map(String), numbers };
  const sought = { tenant_id: tenantId, ...names, limit: pageSize };
  let after = { after_key: Number.MIN_SAFE_INTEGER, after_text: '' };
  for (;;) {
    const page = await findPage.all(db, { ...sought, ...after });
    yield page.flatMap(({ body, ...key }) => (body === null ? [] : [{ ...key, body }]));
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = { after_key: last.key_id, after_text: last.idempotency_key };
  }
}

/** Replaces the body, and the key that the client chose by its hash. A repeated request still finds the answer. */
export async function replaceAnswer(
  tx: Tx,
  tenantId: TenantId,
  { body, is_erased, ...key }: KeptAnswer,
): Promise<void> {
  const named = { tenant_id: tenantId, ...key };
  // Hashed once: a repeated request finds no hash of a hash.
  const erased_key = is_erased ? key.idempotency_key : erasedKey(named);
  await replaceBody.run(tx, { ...named, body, erased_key });
}

const findPage = statement({
  name: 'find_kept_answers_about',
  takes: {
    tenant_id: 'int8',
    calls: 'text[]',
    customers: 'text[]',
    numbers: 'text[]',
    after_key: 'int8',
    after_text: 'text',
    limit: 'int8',
  },
  gives: { key_id: 'int8', idempotency_key: 'text', is_erased: 'bool', body: 'text?' },
  sql: `
    select key_id, idempotency_key, is_erased, case when exists (
        select from regexp_matches(body, '"(call_\\w{26})"|"customer_id":(\\d+)|"number":"([^"]+)"', 'g') as named
        where named[1] in (select unnest(:calls::text[])) or named[2] in (select unnest(:customers::text[]))
          or named[3] in (select unnest(:numbers::text[]))) then body end as body
    from kept_answers
    where tenant_id = :tenant_id and not is_encrypted and (key_id, idempotency_key) > (:after_key, :after_text)
    order by key_id, idempotency_key limit :limit`,
});

const replaceBody = statement({
  name: 'replace_kept_answer',
  takes: { tenant_id: 'int8', key_id: 'int8', idempotency_key: 'text', body: 'text', erased_key: 'text' },
  sql: `
    update kept_answers set body = :body, idempotency_key = :erased_key, is_erased = true
    where tenant_id = :tenant_id and key_id = :key_id and idempotency_key = :idempotency_key`,
});
