import { randomBytes } from 'node:crypto';
import { encodeId, idOf, type TenantId, uuidv7, type WebhookId } from '../../src/platform/ids.ts';
import { type SecretBox, secretBox } from '../../src/platform/secret-box.ts';
import { sealWebhookSecret } from '../../src/webhooks/sending/webhook-secret.ts';
import { query } from '../builders.ts';

// Inserts webhooks and their queues directly into the tables.

type Database = { databaseUrl: string };

export type BuiltWebhook = { tenantId: TenantId; webhookId: WebhookId; secret: string };

export const testBox: SecretBox = secretBox(Buffer.alloc(32, 7));

export async function buildWebhook(
  app: Database,
  tenantId: TenantId,
  url: string,
  options: { events?: string[]; isEnabled?: boolean; box?: SecretBox } = {},
): Promise<BuiltWebhook> {
  const { events = ['call.completed'], isEnabled = true, box = testBox } = options;
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const [row] = await query(
    app,
    `insert into webhooks (tenant_id, label, url, events, is_enabled, secret)
     values ($1, 'Hook', $2, $3, $4, '') returning webhook_id::int`,
    [tenantId, url, events, isEnabled],
  );
  const webhookId = row?.webhook_id as WebhookId;
  const sealed = sealWebhookSecret(box, { tenantId, webhookId }, secret);
  await query(app, 'update webhooks set secret = $2 where webhook_id = $1', [webhookId, sealed]);
  return { tenantId, webhookId, secret };
}

/** Queues events for a webhook, with their counts, and returns their public ids. */
export async function queueDeliveries(
  app: Database,
  { tenantId, webhookId }: BuiltWebhook,
  count: number,
  at: Date | null = null,
): Promise<string[]> {
  const ids = Array.from({ length: count }, uuidv7);
  await query(
    app,
    `with input as (select * from unnest($3::uuid[], $4::uuid[]) as i (event_id, delivery_id)),
     recorded as (
       insert into events (tenant_id, event_id, type, is_test, data)
       select $1, event_id, 'call.completed', true, json_build_object('name', '山田 😀', 'id', event_id) from input),
     counted as (
       insert into delivery_counts (tenant_id, webhook_id, status, n) values ($1, $2, 'pending', cardinality($3::uuid[])))
     insert into deliveries (tenant_id, webhook_id, delivery_id, event_id, event_type, due_at)
     select $1, $2, delivery_id, event_id, 'call.completed', coalesce($5::timestamptz, now()) from input`,
    [tenantId, webhookId, ids, ids.map(uuidv7), at],
  );
  return ids.map((id) => encodeId('evt', idOf('event', id)));
}

/** The number of deliveries in each status, from the counts and from the rows. */
export async function countDeliveries(app: Database, { webhookId }: BuiltWebhook): Promise<Record<string, number>> {
  const rows = await query(
    app,
    `select status, coalesce(sum(n), 0)::int as counted,
       (select count(*)::int from deliveries d where d.webhook_id = $1 and d.status = c.status) as there
     from delivery_counts c where webhook_id = $1 group by status`,
    [webhookId],
  );
  for (const { status, counted, there } of rows)
    if (counted !== there) throw new Error(`${counted} deliveries are counted as ${status}, and there are ${there}.`);
  return Object.fromEntries(rows.flatMap(({ status, there }) => (there > 0 ? [[status, there]] : [])));
}
