import type { Database } from '../database/connect.ts';
import { inTransactionGroups } from '../database/transaction-groups.ts';
import { semaphore } from '../platform/concurrency/semaphore.ts';
import type { TenantId } from '../platform/ids.ts';
import { insertRequests, type NotedRequest } from './queries.ts';

/** Of each tenant, at most this many requests of a second are kept. Those that failed come first. */
const mostOfTenant = 20;
/** Connections that transactions of different tenants use together. */
const atOnce = 4;

/**
 * Collects the requests of API keys and writes them together every second. It is a log to look things up in, and no request
 * waits for it: a kill loses the last second.
 */
export function requestNotes() {
  let noted = new Map<TenantId, NotedRequest[]>();

  function note(request: NotedRequest): void {
    const ofTenant = noted.get(request.tenant_id) ?? [];
    noted.set(request.tenant_id, ofTenant);
    if (ofTenant.length < mostOfTenant) ofTenant.push(request);
    else if (hasFailed(request)) {
      const success = ofTenant.findIndex((other) => !hasFailed(other));
      if (success >= 0) ofTenant[success] = request;
    }
  }

  return {
    note,

    /** The failure of a tenant loses the requests of that tenant alone. */
    async write(db: Database): Promise<void> {
      const requests = [...noted.values()].flat();
      noted = new Map();
      const inTurn = semaphore({ atOnce, waiting: Number.POSITIVE_INFINITY });
      const written = await Promise.allSettled(
        inTransactionGroups(db, requests).map((group) => inTurn(() => insertRequests.run(db, { requests: group }))),
      );
      for (const one of written) if (one.status === 'rejected') throw one.reason;
    },
  };
}

const hasFailed = ({ status }: NotedRequest) => status >= 400;
