import type { Caps, ClaimedDelivery, UnderWay } from './claim-deliveries.ts';

export type Counted = Pick<ClaimedDelivery, 'tenant_id' | 'webhook_id' | 'is_failing'>;

/** Counts the attempts of this node. */
export function countUnderWay(caps: Caps) {
  const counts: UnderWay = { total: 0, ofWebhook: new Map(), ofTenant: new Map() };
  const change = ({ tenant_id, webhook_id }: Counted, by: 1 | -1) => {
    counts.total += by;
    add(counts.ofTenant, tenant_id, by);
    add(counts.ofWebhook, webhook_id, by);
  };
  return {
    counts,
    begin: (delivery: Counted) => change(delivery, 1),
    /** Gives whether a cap was reached until now, so that something may be waiting for the room that is free now. */
    end(delivery: Counted): boolean {
      const { tenant_id, webhook_id, is_failing } = delivery;
      const isFull =
        is_failing ||
        counts.total >= caps.node ||
        (counts.ofTenant.get(tenant_id) ?? 0) >= caps.tenant ||
        (counts.ofWebhook.get(webhook_id) ?? 0) >= caps.webhook;
      change(delivery, -1);
      return isFull;
    },
  };
}

function add(counts: Map<number, number>, id: number, by: number): void {
  const count = (counts.get(id) ?? 0) + by;
  if (count > 0) counts.set(id, count);
  else counts.delete(id);
}
