import type { TenantId, WebhookId } from '../../platform/ids.ts';

// How many attempts a node may have in progress, and for which endpoints. An endpoint starts with little capacity, gets more with
// each quick answer, and is reduced to one attempt at a time when it is slow or fails. All slow endpoints together count as at
// most half of the capacity, and begin nothing more when they have that: however many they are, the others get through.

export type Caps = { webhook: number; tenant: number; node: number };
export const usualCaps: Caps = { webhook: 20, tenant: 100, node: 1_000 };

const firstLimit = 2;
const slowLimit = 1;
const quickMs = 1_000;
/** Beyond this many endpoints all limits are dropped, and build up again. */
const mostLimits = 20_000;

export type WebhookQueue = { tenant_id: TenantId; webhook_id: WebhookId; is_failing: boolean };

/** The free capacity at the moment of a claim. */
export type Capacity = {
  /** Reserves up to `wanted` attempts for a queue, and returns how many. */
  reserve(queue: WebhookQueue, wanted: number): number;
  /** Webhooks and tenants that a claim can skip. */
  fullWebhooks: WebhookId[];
  fullTenants: TenantId[];
  /** Whether a queue has too little capacity because others use it: the end of any attempt may help. */
  isCrowded(): boolean;
};

export function concurrencyLimits(caps: Caps = usualCaps, clock: () => number = () => performance.now()) {
  const attempts = new Set<{ queue: WebhookQueue; begunAt: number; isSlow: boolean }>();
  const endpointLimits = new Map<WebhookId, number>();

  const isSlowQueue = ({ webhook_id, is_failing }: WebhookQueue) =>
    is_failing || endpointLimits.get(webhook_id) === slowLimit;

  function setLimit({ webhook_id }: WebhookQueue, isQuick: boolean): void {
    if (endpointLimits.size >= mostLimits) endpointLimits.clear();
    const limit = endpointLimits.get(webhook_id) ?? firstLimit;
    endpointLimits.set(webhook_id, isQuick ? Math.min(limit * 2, caps.webhook) : slowLimit);
  }

  function capacity(): Capacity {
    const now = clock();
    const node = { all: 0, slow: 0 };
    const tenants = new Map<TenantId, typeof node>();
    const webhooks = new Map<WebhookId, { all: number; queue: WebhookQueue }>();
    const tenantOf = (id: TenantId) => tenants.get(id) ?? { all: 0, slow: 0 };
    const add = (queue: WebhookQueue, n: number, isSlow: boolean) => {
      const tenant = tenantOf(queue.tenant_id);
      for (const count of [node, tenant]) {
        count.all += n;
        if (isSlow) count.slow += n;
      }
      tenants.set(queue.tenant_id, tenant);
      webhooks.set(queue.webhook_id, { all: (webhooks.get(queue.webhook_id)?.all ?? 0) + n, queue });
    };
    for (const attempt of attempts) {
      // An endpoint that has not answered by now is slow, whatever its limit was before.
      if (!attempt.isSlow && now - attempt.begunAt >= quickMs) {
        attempt.isSlow = true;
        setLimit(attempt.queue, false);
      }
      add(attempt.queue, 1, attempt.isSlow);
    }

    const freeOf = (cap: number, { all, slow }: typeof node, isSlow: boolean) =>
      Math.max(0, isSlow ? cap / 2 - slow : cap - (all - slow) - Math.min(slow, cap / 2));
    const ownCapacity = (queue: WebhookQueue) => {
      const limit = isSlowQueue(queue) ? slowLimit : (endpointLimits.get(queue.webhook_id) ?? firstLimit);
      return Math.max(0, limit - (webhooks.get(queue.webhook_id)?.all ?? 0));
    };
    const fullTenants = [...tenants].flatMap(([id, of]) => (freeOf(caps.tenant, of, false) > 0 ? [] : [id]));
    let isCrowded = fullTenants.length > 0;
    return {
      reserve(queue, wanted) {
        const isSlow = isSlowQueue(queue);
        const own = Math.min(wanted, ownCapacity(queue));
        const shared = [freeOf(caps.tenant, tenantOf(queue.tenant_id), isSlow), freeOf(caps.node, node, isSlow)];
        const reserved = Math.floor(Math.min(own, ...shared));
        if (reserved < own) isCrowded = true;
        if (reserved > 0) add(queue, reserved, isSlow);
        return reserved;
      },
      fullWebhooks: [...webhooks].flatMap(([id, { queue }]) => (ownCapacity(queue) > 0 ? [] : [id])),
      fullTenants,
      isCrowded: () => isCrowded,
    };
  }

  return {
    capacity,
    total: () => attempts.size,

    /** Returns the function to call at the end of the attempt. */
    begin(queue: WebhookQueue) {
      const attempt = { queue, begunAt: clock(), isSlow: isSlowQueue(queue) };
      attempts.add(attempt);
      return (outcome: 'delivered' | 'not delivered') => {
        attempts.delete(attempt);
        setLimit(queue, outcome === 'delivered' && clock() - attempt.begunAt < quickMs);
      };
    },
  };
}
