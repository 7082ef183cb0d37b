import { encodeId } from '../../src/platform/ids.ts';
import { query } from '../builders.ts';

// Inserts deliveries directly into the tables, with their counts.

export type DeliveryToBuild = {
  status?: 'pending' | 'delivered' | 'failed' | 'canceled';
  /** How many to insert. */
  count?: number;
  /** When they were queued. */
  at?: Date;
  /** Whether a worker has just claimed them. */
  isClaimed?: boolean;
  failures?: number;
};

/** Returns their public ids, the oldest first. */
export async function buildDeliveries(
  app: { databaseUrl: string },
  { tenantId, webhookId }: { tenantId: number; webhookId: number },
  deliveries: DeliveryToBuild,
): Promise<string[]> {
  const { status = 'pending', count = 1, at = new Date(), isClaimed = false, failures = 0 } = deliveries;
  const rows = await query(app, insertion, [tenantId, webhookId, status, count, at, isClaimed, failures]);
  return rows.map(({ delivery_id }) => encodeId('dlv', delivery_id)).sort();
}

const insertion = `
  with made as materialized (
    select uuid_at($5::timestamptz + i * interval '1 microsecond', substr(gen_random_uuid()::text, 19)) as id
    from generate_series(1, $4::int) i
  ), happened as (
    insert into events (tenant_id, event_id, type, is_test, data, created_at)
    select $1, id, 'call.completed', true, '{"status":"connected"}', $5 from made
  ), counted as (
    insert into delivery_counts (tenant_id, webhook_id, status, n) values ($1, $2, $3, $4)
  )
  insert into deliveries (tenant_id, webhook_id, delivery_id, event_id, event_type, status, created_at, failures,
    is_queued, claimed_at, due_at)
  select $1, $2, id, id, 'call.completed', $3, $5, $7, not $6::bool, case when $6::bool then now() end,
    case when $6::bool then now() + interval '30 seconds' else $5 end
  from made returning delivery_id`;
