import type { TenantId, WebhookId } from '../../platform/ids.ts';

// How many attempts a node may have in progress, and for which endpoints. An endpoint starts with little room, gets more with
// each quick answer, and is reduced to one attempt at a time when it is slow or fails. All slow endpoints together count as at
// most half of the room, and begin nothing more when they have that: however many they are, the others get through.

export type Caps = { webhook: number; tenant: number; node: number };
export const usualCaps: Caps = { webhook: 20, tenant: 100, node: 1_000 };

const firstPace = 2;
const slowPace = 1;
const quickMs = 1_000;
/** Beyond this many endpoints all paces are dropped, and build up again. */
const mostPaces = 20_000;

export type Lane = { tenant_id: TenantId; webhook_id: WebhookId; is_failing: boolean };

/** The free room at the moment of a claim. */
export type Room = {
  /** Reserves up to `wanted` attempts for a queue, and returns how many. */
  take(lane: Lane, wanted: number): number;
  /** Webhooks and tenants that a claim can skip. */
  fullWebhooks: WebhookId[];
  fullTenants: TenantId[];
  /** Whether a queue has too little room because others use it: the end of any attempt may help. */
  isCrowded(): boolean;
};

export function countUnderWay(caps: Caps = usualCaps, clock: () => number = () => performance.now()) {
  const attempts = new Set<{ lane: Lane; begunAt: number; isSlow: boolean }>();
  const paces = new Map<WebhookId, number>();

  const isSlowLane = ({ webhook_id, is_failing }: Lane) => is_failing || paces.get(webhook_id) === slowPace;

  function setPace({ webhook_id }: Lane, isQuick: boolean): void {
    if (paces.size >= mostPaces) paces.clear();
    const pace = paces.get(webhook_id) ?? firstPace;
    paces.set(webhook_id, isQuick ? Math.min(pace * 2, caps.webhook) : slowPace);
  }

  function room(): Room {
    const now = clock();
    const node = { all: 0, slow: 0 };
    const tenants = new Map<TenantId, typeof node>();
    const webhooks = new Map<WebhookId, { all: number; lane: Lane }>();
    const tenantOf = (id: TenantId) => tenants.get(id) ?? { all: 0, slow: 0 };
    const add = (lane: Lane, n: number, isSlow: boolean) => {
      const tenant = tenantOf(lane.tenant_id);
      for (const count of [node, tenant]) {
        count.all += n;
        if (isSlow) count.slow += n;
      }
      tenants.set(lane.tenant_id, tenant);
      webhooks.set(lane.webhook_id, { all: (webhooks.get(lane.webhook_id)?.all ?? 0) + n, lane });
    };
    for (const attempt of attempts) {
      // An endpoint that has not answered by now is slow, whatever its pace was before.
      if (!attempt.isSlow && now - attempt.begunAt >= quickMs) {
        attempt.isSlow = true;
        setPace(attempt.lane, false);
      }
      add(attempt.lane, 1, attempt.isSlow);
    }

    const freeOf = (cap: number, { all, slow }: typeof node, isSlow: boolean) =>
      Math.max(0, isSlow ? cap / 2 - slow : cap - (all - slow) - Math.min(slow, cap / 2));
    const ownRoom = (lane: Lane) => {
      const pace = isSlowLane(lane) ? slowPace : (paces.get(lane.webhook_id) ?? firstPace);
      return Math.max(0, pace - (webhooks.get(lane.webhook_id)?.all ?? 0));
    };
    const fullTenants = [...tenants].flatMap(([id, of]) => (freeOf(caps.tenant, of, false) > 0 ? [] : [id]));
    let isCrowded = fullTenants.length > 0;
    return {
      take(lane, wanted) {
        const isSlow = isSlowLane(lane);
        const own = Math.min(wanted, ownRoom(lane));
        const shared = [freeOf(caps.tenant, tenantOf(lane.tenant_id), isSlow), freeOf(caps.node, node, isSlow)];
        const taken = Math.floor(Math.min(own, ...shared));
        if (taken < own) isCrowded = true;
        if (taken > 0) add(lane, taken, isSlow);
        return taken;
      },
      fullWebhooks: [...webhooks].flatMap(([id, { lane }]) => (ownRoom(lane) > 0 ? [] : [id])),
      fullTenants,
      isCrowded: () => isCrowded,
    };
  }

  return {
    room,
    total: () => attempts.size,

    /** Returns the function to call at the end of the attempt. */
    begin(lane: Lane) {
      const attempt = { lane, begunAt: clock(), isSlow: isSlowLane(lane) };
      attempts.add(attempt);
      return (outcome: 'delivered' | 'not delivered') => {
        attempts.delete(attempt);
        setPace(lane, outcome === 'delivered' && clock() - attempt.begunAt < quickMs);
      };
    },
  };
}
