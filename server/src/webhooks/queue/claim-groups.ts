import type { Database } from '../../database/connect.ts';
import { inTransactionGroups } from '../../database/transaction-groups.ts';
import { semaphore } from '../../platform/concurrency/semaphore.ts';
import type { TenantId } from '../../platform/ids.ts';
import { isUnavailable } from '../../platform/problem.ts';

// A node finds due deliveries for all tenants, and claims them group by group, each in a transaction of its own. The failure of a
// group does not concern the others.

/** Connections that the groups use together; the rest of the pool serves requests. */
const atOnce = 4;
/** The tenants of a failed group are left out for so long: their deliveries must not stand in front of those of others. */
const restMs = 2_000;

export function claimGroups(db: Database, onFailure: (error: unknown, tenants: TenantId[]) => void) {
  const inTurn = semaphore({ atOnce, waiting: Number.POSITIVE_INFINITY });
  const failedAt = new Map<TenantId, number>();

  return {
    /** Returns what the work returned, without the groups for which it failed. */
    async all<T extends { tenant_id: TenantId }, R>(items: T[], work: (group: T[]) => Promise<R>): Promise<R[]> {
      const done: R[] = [];
      const perform = async (group: T[]) => {
        try {
          done.push(await inTurn(() => work(group)));
        } catch (error) {
          const tenants = [...new Set(group.map(({ tenant_id }) => tenant_id))];
          // One PostgreSQL is out of reach for all tenants: none stands in front of others.
          if (db.isSharded || !isUnavailable(error))
            for (const tenantId of tenants) failedAt.set(tenantId, performance.now());
          onFailure(error, tenants);
        }
      };
      await Promise.all(inTransactionGroups(db, items).map(perform));
      return done;
    },

    /** The tenants to leave out of the next claim. */
    resting(): TenantId[] {
      for (const [tenantId, at] of failedAt) if (performance.now() - at >= restMs) failedAt.delete(tenantId);
      return [...failedAt.keys()];
    },
  };
}
