import type { Database } from '../database/connect.ts';
import { inTransactionGroups } from '../database/transaction-groups.ts';
import type { TenantId } from '../platform/ids.ts';
import { insertRequests, type NotedRequest } from './queries.ts';

/** Of each tenant, at most this many requests of a second are kept. Those that failed come first. */
const mostOfTenant = 20;

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

    async write(db: Database): Promise<void> {
      const requests = [...noted.values()].flat();
      noted = new Map();
      for (const group of inTransactionGroups(db, requests)) await insertRequests.run(db, { requests: group });
    },
  };
}

const hasFailed = ({ status }: NotedRequest) => status >= 400;
