import type { Database, TransactionLimits } from '../../database/connect.ts';
import { inTransactionGroups, transactionGroup } from '../../database/transaction-groups.ts';
import { transactionTurns } from '../../database/transaction-turns.ts';
import { within } from '../../platform/concurrency/within.ts';
import type { TenantId } from '../../platform/ids.ts';
import { present } from '../../platform/present.ts';
import { isUnavailable } from '../../platform/problem.ts';
import { startPatienceMs } from './lease.ts';

// A node finds due deliveries for all tenants, and claims them group by group, each in a transaction of its own. A group that
// fails or is slow does not concern the others.

/** The tenants of a group that failed or was late are left out for so long: they must not stand in front of others. */
const restMs = 2_000;

type OfTenant = { tenant_id: TenantId };

export function claimGroups(db: Database, onFailure: (error: unknown, tenants: TenantId[]) => void) {
  const inTurn = transactionTurns(db);
  const restedAt = new Map<TenantId, number>();
  const unfinished = new Map<OfTenant[], Promise<void>>();
  let isStopping = false;

  const tenantsOf = (items: OfTenant[]) => [...new Set(items.map(({ tenant_id }) => tenant_id))];
  const rest = (items: OfTenant[]) => {
    for (const tenantId of tenantsOf(items)) restedAt.set(tenantId, performance.now());
  };

  return {
    /**
     * Returns what the work returned, without the groups for which it failed. With DATABASE_SHARDED it does not wait for slow
     * groups either.
     */
    async all<T extends OfTenant, R>(
      items: T[],
      work: (group: T[], limits: TransactionLimits) => Promise<R>,
    ): Promise<R[]> {
      const done: R[] = [];
      const perform = async (group: T[]) => {
        try {
          await inTurn(transactionGroup(db, present(group[0]).tenant_id), async (limits) => {
            if (!isStopping) done.push(await work(group, limits));
          });
        } catch (error) {
          // One PostgreSQL is out of reach for all tenants: none stands in front of others.
          if (db.isSharded || !isUnavailable(error)) rest(group);
          onFailure(error, tenantsOf(group));
        } finally {
          unfinished.delete(group);
        }
      };
      const groups = inTransactionGroups(db, items);
      for (const group of groups) unfinished.set(group, perform(group));
      const performed = Promise.all(groups.map((group) => unfinished.get(group)));
      await (db.isSharded ? within(startPatienceMs, performed) : performed);
      return done;
    },

    /** One PostgreSQL is slow for all tenants, so its claims go on at once. */
    restAfterLate(late: OfTenant[]): void {
      if (db.isSharded) rest(late);
    },

    /** The tenants to leave out of the next claim. */
    resting(): TenantId[] {
      for (const [tenantId, at] of restedAt) if (performance.now() - at >= restMs) restedAt.delete(tenantId);
      return [...new Set([...restedAt.keys(), ...tenantsOf([...unfinished.keys()].flat())])];
    },

    /** Waits for the groups that have begun; the others do not begin. */
    async stop(): Promise<void> {
      isStopping = true;
      await Promise.all(unfinished.values());
    },
  };
}
