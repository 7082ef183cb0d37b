import type { Tx } from '../database/connect.ts';
import { type Queryable, statement } from '../database/sql.ts';
import type { TenantId } from '../platform/ids.ts';
import type { BlockedNumber } from './queries.ts';

/** The numbers among these that must not be called. */
export const blockedAmong = (db: Queryable, tenantId: TenantId, numbers: string[]): Promise<BlockedNumber[]> =>
  findAmong.all(db, { tenant_id: tenantId, numbers });

/** The numbers stay on the list, without the words that someone wrote about the person. */
export async function clearReasons(tx: Tx, tenantId: TenantId, numbers: string[]): Promise<void> {
  await clearReasonsOf.run(tx, { tenant_id: tenantId, numbers });
}

const findAmong = statement({
  name: 'find_blocked_among',
  takes: { tenant_id: 'int8', numbers: 'text[]' },
  gives: { number: 'text', reason: 'text?', created_at: 'timestamptz' },
  sql: `
    select number, reason, created_at from blocked_numbers
    where tenant_id = :tenant_id and number = any(:numbers) order by number`,
});

const clearReasonsOf = statement({
  name: 'clear_reasons_of_blocked_numbers',
  takes: { tenant_id: 'int8', numbers: 'text[]' },
  sql: `
    update blocked_numbers set reason = null
    where tenant_id = :tenant_id and number = any(:numbers) and reason is not null`,
});
