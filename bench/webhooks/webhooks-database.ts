import { connect, type Database } from '../../server/src/database/connect.ts';
import { migrate } from '../../server/src/database/migrate.ts';
import { statement } from '../../server/src/database/sql.ts';
import type { TenantId, WebhookId } from '../../server/src/platform/ids.ts';
import { secretBox } from '../../server/src/platform/secret-box.ts';
import { newWebhookSecret, sealWebhookSecret } from '../../server/src/webhooks/sending/webhook-secret.ts';

export type WebhooksDatabase = { url: string; db: Database };
export type BenchEndpoint = { tenantId: TenantId; webhookId: WebhookId };

export const benchBox = secretBox(Buffer.alloc(32, 'bench'));

/** A new database, so that the leftovers of other measures slow none down. */
export async function makeDatabase(clusterUrl: string, name: string): Promise<WebhooksDatabase> {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  const cluster = connect(clusterUrl, { ...options, poolSize: 1 });
  await cluster.execute({ name: '', text: `create database ${name}`, values: [] });
  await cluster.close();
  await migrate(`${url}`);
  return { url: `${url}`, db: connect(`${url}`, { ...options, poolSize: 16 }) };
}

const options = { applicationName: 'bench', onIdleError: console.error };

/** So many tenants with so many webhooks each. */
export async function makeEndpoints(
  db: Database,
  { tenants, perTenant }: { tenants: number; perTenant: number },
  urlOf: (serial: number) => string,
): Promise<BenchEndpoint[]> {
  const endpoints: BenchEndpoint[] = [];
  for (let i = 0; i < tenants; i++) {
    const { tenant_id: tenantId } = await insertTenant.one(db, {});
    for (let j = 0; j < perTenant; j++) {
      const url = urlOf(endpoints.length);
      const { webhook_id: webhookId } = await insertWebhook.one(db, { tenant_id: tenantId, url });
      const secret = sealWebhookSecret(benchBox, { tenantId, webhookId }, newWebhookSecret());
      await writeSecret.run(db, { tenant_id: tenantId, webhook_id: webhookId, secret });
      endpoints.push({ tenantId, webhookId });
    }
  }
  return endpoints;
}

/** Queues so many deliveries for each endpoint, due at once. */
export async function queue(db: Database, endpoints: BenchEndpoint[], each: number): Promise<void> {
  const key = {
    tenant_ids: endpoints.map(({ tenantId }) => tenantId),
    webhook_ids: endpoints.map(({ webhookId }) => webhookId),
  };
  const most = Math.max(1, Math.floor(50_000 / endpoints.length));
  for (let remaining = each; remaining > 0; remaining -= most)
    await queueSome.run(db, { ...key, each: Math.min(remaining, most) });
  await db.execute({ name: '', text: 'analyze deliveries, events, webhooks', values: [] });
}

export async function countPending(db: Database): Promise<number> {
  return (await countStatus.first(db, {}))?.pending ?? 0;
}

const insertTenant = statement({
  name: 'bench_insert_tenant',
  takes: {},
  gives: { tenant_id: 'int8' },
  sql: `insert into tenants (name) values ('Bench') returning tenant_id`,
  acrossTenants: 'It creates the tenant.',
});

const insertWebhook = statement({
  name: 'bench_insert_webhook',
  takes: { tenant_id: 'int8', url: 'text' },
  gives: { webhook_id: 'int8' },
  sql: `
    insert into webhooks (tenant_id, label, url, events, is_enabled, secret)
    values (:tenant_id, 'Bench', :url, '{call.completed}', true, '') returning webhook_id`,
});

const writeSecret = statement({
  name: 'bench_write_secret',
  takes: { tenant_id: 'int8', webhook_id: 'int8', secret: 'bytea' },
  sql: 'update webhooks set secret = :secret where tenant_id = :tenant_id and webhook_id = :webhook_id',
});

const sample = {
  call_id: 'call_01KA3HDNJ47K45VGPGDPSZXXF4',
  call_type: 'outbound',
  status: 'connected',
  phone_number: '819*****5678',
  ...{ staff_id: 7, project_id: 1, duration_seconds: 152, external_id: 'crm-1001', customer_id: 42, sequence: 4 },
  started_at: '2026-11-15T09:30:09.120Z',
  ended_at: '2026-11-15T09:32:41.500Z',
  metadata: { deal: 'D-7' },
  end_reason: 'completed',
};
export const sampleData = (serial: number) => ({ ...sample, serial });

/** In the order of time, as ids always are. */
const newId = 'uuid_at(clock_timestamp(), substr(gen_random_uuid()::text, 19))';

const queueSome = statement({
  name: 'bench_queue_deliveries',
  takes: { tenant_ids: 'int8[]', webhook_ids: 'int8[]', each: 'int8' },
  sql: `
    with made as materialized (
      select tenant_id, webhook_id, ${newId} as event_id, ${newId} as delivery_id
      from unnest(:tenant_ids::int8[], :webhook_ids::int8[]) as e (tenant_id, webhook_id), generate_series(1, :each)
    ), recorded as (
      insert into events (tenant_id, event_id, type, is_test, data)
      select tenant_id, event_id, 'call.completed', false, '${JSON.stringify(sample)}' from made
    )
    insert into deliveries (tenant_id, webhook_id, delivery_id, event_id, event_type)
    select tenant_id, webhook_id, delivery_id, event_id, 'call.completed' from made`,
});

const countStatus = statement({
  name: 'bench_count_pending',
  takes: {},
  gives: { pending: 'int8' },
  acrossTenants: 'It waits for the end of all of them.',
  sql: `select count(*) as pending from deliveries where status = 'pending'`,
});
