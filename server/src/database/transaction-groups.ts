import type { TenantId } from '../platform/ids.ts';
import type { Database } from './connect.ts';

// One PostgreSQL writes for all tenants most cheaply in one transaction. If rows are distributed by tenant over several servers, a
// transaction of one tenant stays on one of them.

type Shardable = Pick<Database, 'isSharded'>;

/** Work of the same group may share a transaction. Work whose tenant is not known yet gives a key of its own. */
export const transactionGroup = ({ isSharded }: Shardable, key: TenantId | string) => (isSharded ? `${key}` : 'all');

/** The items of each transaction. */
export function inTransactionGroups<T extends { tenant_id: TenantId }>(db: Shardable, items: T[]): T[][] {
  return [...Map.groupBy(items, ({ tenant_id }) => transactionGroup(db, tenant_id)).values()];
}
