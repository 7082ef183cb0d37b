import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Api } from '../api.ts';
import type { Accounts } from '../invariants.ts';
import { period } from '../office.ts';

// After the harm, an installation finishes its work by itself. Only failed deliveries are asked for again, as their next
// attempt is minutes away.

const patience = 120_000;

type Work = { calls: number; deliveries: number; failed: number };

/** Resolves when a tenant has no call and no delivery left to work on, or after two minutes. */
export async function comeToRest(
  { api, databaseUrl, tenant }: Omit<Accounts, 'received'>,
  onProgress: (text: string) => void,
): Promise<void> {
  const since = new Date(Date.now() - 86_400_000).toISOString();
  for (const deadline = Date.now() + patience; Date.now() < deadline; await pause(1_000)) {
    const left = await workOf(databaseUrl, tenant.tenantId);
    if (left.calls === 0 && left.deliveries === 0) return;
    onProgress(`still ${left.calls} calls and ${left.deliveries} deliveries`);
    await resumeHeld(api);
    if (left.failed === 0) continue;
    const webhooks = (await api.send('GET', '/webhooks'))?.body as { data: { webhook_id: number }[] };
    for (const { webhook_id } of webhooks.data) await api.send('POST', `/webhooks/${webhook_id}/replay`, { since });
  }
}

/** A simulated call on hold waits for its staff member, and every staff member has gone home. */
async function resumeHeld(api: Api): Promise<void> {
  for (let page = 1; ; page++) {
    const answer = await api.send('GET', `/calls?${period()}&status=connected&per_page=200&page=${page}`);
    const { data = [] } = (answer?.body ?? {}) as { data?: { call_id: string; ended_at: string | null }[] };
    if (data.length === 0) return;
    for (const { call_id, ended_at } of data) if (ended_at === null) await api.send('POST', `/calls/${call_id}/resume`);
  }
}

async function workOf(connectionString: string, tenantId: number): Promise<Work> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select (select count(*) from open_calls where tenant_id = $1)::int as calls,
              count(*)::int as deliveries,
              count(*) filter (where failures > 0)::int as failed
       from deliveries where tenant_id = $1 and status <> 'delivered'`,
      [tenantId],
    );
    return rows[0] as Work;
  } finally {
    await client.end();
  }
}
