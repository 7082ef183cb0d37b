import pg from 'pg';
import type { Api } from './api.ts';
import { type Acknowledged, period } from './office.ts';
import type { ReceivedEvent } from './receiver.ts';
import type { PlantedTenant } from './tenants.ts';

// What must be true of a tenant once everything works again and has come to rest.

export type Accounts = {
  api: Api;
  databaseUrl: string;
  tenant: PlantedTenant;
  acknowledged: Acknowledged;
  received: Map<string, ReceivedEvent>;
};

type Row = Record<string, unknown>;

/** The violated ones, in words. */
export async function violatedInvariants(accounts: Accounts): Promise<string[]> {
  const { api, acknowledged } = accounts;
  const customers = await readAll(api, '/customers?');
  const calls = await readAll(api, `/calls?${period()}&`);
  return [
    ...customers.faults,
    ...calls.faults,
    ...existOnce('customer', customers.rows, acknowledged.customers),
    ...existOnce('call', calls.rows, acknowledged.calls.keys()),
    ...(await totalsDiffer(api, calls.rows.length)),
    ...calls.rows.filter(({ ended_at }) => ended_at === null).map(({ call_id }) => `${call_id} has not ended`),
    ...(await notesLost(api, acknowledged.notes)),
    ...(await inDatabase(accounts, calls.rows)),
  ];
}

async function readAll(api: Api, path: string): Promise<{ rows: Row[]; faults: string[] }> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const answer = await api.send('GET', `${path}per_page=200&page=${page}`);
    const { data = [], pagination } = (answer?.body ?? {}) as { data?: Row[]; pagination?: { total: number } };
    rows.push(...data);
    if (data.length > 0) continue;
    const isSame = pagination?.total === rows.length;
    return { rows, faults: isSame ? [] : [`${path} lists ${rows.length} rows, and its total is ${pagination?.total}`] };
  }
}

function existOnce(what: string, rows: Row[], acknowledged: Iterable<string>): string[] {
  const times = new Map<unknown, number>();
  for (const { external_id } of rows)
    if (external_id !== null) times.set(external_id, (times.get(external_id) ?? 0) + 1);
  const twice = [...times].filter(([, count]) => count > 1).map(([id]) => `The ${what} ${id} exists twice`);
  const lost = [...acknowledged].filter((id) => !times.has(id)).map((id) => `The acknowledged ${what} ${id} is lost`);
  return [...twice, ...lost];
}

async function totalsDiffer(api: Api, calls: number): Promise<string[]> {
  const answer = await api.send('GET', `/reports/summary?${period()}`);
  const { data } = (answer?.body ?? {}) as { data?: { totals: { total_calls: number } } };
  const total_calls = data?.totals.total_calls;
  return total_calls === calls ? [] : [`The report counts ${total_calls} calls, and the list has ${calls}`];
}

async function notesLost(api: Api, notes: Map<string, string>): Promise<string[]> {
  const faults: string[] = [];
  for (const [callId, note] of notes) {
    const answer = await api.send('GET', `/calls/${callId}`);
    const { data } = (answer?.body ?? {}) as { data?: Row };
    if (data?.note !== note)
      faults.push(`${callId} has the note "${data?.note}" instead of the acknowledged "${note}"`);
  }
  return faults;
}

const terminal = ['call.completed', 'call.missed'];
/** Events that may follow the end of a call. */
const afterwards = ['call.updated', 'call.analyzed'];

async function inDatabase({ databaseUrl, tenant, received }: Accounts, calls: Row[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const read = async (sql: string) => (await client.query(sql, [tenant.tenantId])).rows as Row[];
    const open = await read('select call_id from open_calls where tenant_id = $1');
    const pending = await read(
      `select delivery_id, failures, is_queued from deliveries where tenant_id = $1 and status <> 'delivered'`,
    );
    // Ids in the database and in the API are written differently, so events are compared by what receivers get.
    const [events] = await read('select count(*)::int as count from events where tenant_id = $1');
    return [
      ...open.map(({ call_id }) => `A node still drives the call ${call_id}`),
      ...pending.map((delivery) => `A delivery is stuck: ${JSON.stringify(delivery)}`),
      ...(events?.count === received.size
        ? []
        : [`There are ${events?.count} events, and ${received.size} were received`]),
      ...eventFaults([...received.values()], calls),
    ];
  } finally {
    await client.end();
  }
}

/** Each call has one end, and the numbers of its events rise in the order of its states. */
function eventFaults(events: ReceivedEvent[], calls: Row[]): string[] {
  const byCall = Map.groupBy(
    events.filter(({ type }) => type.startsWith('call.')),
    ({ data }) => data.call_id,
  );
  return calls.flatMap(({ call_id }) => {
    const own = (byCall.get(call_id) ?? []).toSorted((a, b) => Number(a.data.sequence) - Number(b.data.sequence));
    const types = own.filter(({ type }) => !afterwards.includes(type)).map(({ type }) => type);
    const ends = types.filter((type) => terminal.includes(type)).length;
    const faults: string[] = [];
    if (ends !== 1) faults.push(`${call_id} has ${ends} events of its end: ${types.join()}`);
    if (!terminal.includes(types.at(-1) ?? '')) faults.push(`${call_id} does not end with its end: ${types.join()}`);
    if (new Set(own.map(({ data }) => data.sequence)).size !== own.length)
      faults.push(
        `${call_id} has a sequence twice: ${own.map(({ id, type, data }) => `${data.sequence} ${type} ${id}`).join()}`,
      );
    if (types[0] !== 'call.initiated') faults.push(`${call_id} does not begin with its beginning: ${types.join()}`);
    return faults;
  });
}
