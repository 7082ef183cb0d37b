import { setTimeout } from 'node:timers/promises';
import { connect, type Database } from '../../server/src/database/connect.ts';
import { migrate } from '../../server/src/database/migrate.ts';
import { statement } from '../../server/src/database/sql.ts';
import { createKey } from '../../server/src/keys/create-key.ts';
import { scopes } from '../../server/src/platform/caller.ts';
import type { TenantId } from '../../server/src/platform/ids.ts';

// One tenant with many staff members, whose phones all answer at once, and the calls that they make.

export type BenchOffice = Awaited<ReturnType<typeof openOffice>>;

export async function openOffice(databaseUrl: string, staff: number) {
  await migrate(databaseUrl);
  const db = connect(databaseUrl, { poolSize: 4, applicationName: 'bench', onIdleError: console.error });
  const made = await makeOffice.one(db, { staff, phone: 'sip:phone774' });
  const { tenant_id: tenantId, project_id, staff_ids } = made;
  const { key } = await db.transaction((tx) => createKey(tx, tenantId, { name: 'Bench', kind: 'live', scopes }));
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const free = staff_ids.slice();

  return {
    db,
    tenantId,
    staffIds: staff_ids,

    /** Starts one call, by the staff member who has been free longest. Returns its id. */
    async call(api: string, phone_number: string): Promise<string> {
      const staff_id = free.shift();
      if (staff_id === undefined) throw new Error('Nobody is free.');
      free.push(staff_id);
      const body = JSON.stringify({ staff_id, project_id, phone_number });
      const answer = await fetch(`${api}/calls/initiate`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`A call was refused: ${answer.status} ${await answer.text()}`);
      const { data } = (await answer.json()) as { data: { call_id: string } };
      return data.call_id;
    },

    async hangUp(api: string, callId: string): Promise<void> {
      const answer = await fetch(`${api}/calls/${callId}/hangup`, { method: 'POST', headers });
      if (!answer.ok) throw new Error(`A call could not be hung up: ${answer.status}`);
    },
  };
}

/** Begins so many pieces of work a second, whether or not the previous ones are done; the first failure ends it. */
export async function steadily<T>(perSecond: number, count: number, work: (i: number) => Promise<T>): Promise<T[]> {
  const begin = performance.now();
  const underWay: Promise<T>[] = [];
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  while (underWay.length < count) {
    const due = Math.floor(((performance.now() - begin) / 1_000) * perSecond) + 1;
    while (underWay.length < Math.min(due, count)) {
      const one = work(underWay.length);
      one.catch(failure.reject);
      underWay.push(one);
    }
    await Promise.race([setTimeout(2), failure.promise]);
  }
  return Promise.all(underWay);
}

/** Waits for a number of calls in a state, up to a limit. */
export async function untilCalls(db: Database, tenantId: TenantId, isSo: (counts: Counts) => boolean): Promise<Counts> {
  const giveUpAt = Date.now() + 60_000;
  for (;;) {
    const counts = await countOfficeCalls(db, tenantId);
    if (isSo(counts)) return counts;
    if (Date.now() > giveUpAt) throw new Error(`The calls do not get there: ${JSON.stringify(counts)}`);
    await setTimeout(200);
  }
}

export type Counts = { open: number; talking: number; talked: number; recorded: number; failed: number };

export async function countOfficeCalls(db: Database, tenantId: TenantId): Promise<Counts> {
  return (await counts.first(db, { tenant_id: tenantId })) as Counts;
}

/** How long each connected call took from its acceptance to the customer's answer, in milliseconds, by the number. */
export async function setUpTimes(db: Database, tenantId: TenantId): Promise<[number: string, milliseconds: number][]> {
  const rows = await listSetUps.all(db, { tenant_id: tenantId });
  return rows.map(({ phone_number, milliseconds }) => [phone_number, milliseconds]);
}

export const forgetCalls = (db: Database, tenantId: TenantId) => forget.run(db, { tenant_id: tenantId });

const makeOffice = statement({
  name: 'bench_make_office',
  takes: { staff: 'int8', phone: 'text' },
  gives: { tenant_id: 'int8', project_id: 'int8', staff_ids: 'int8[]' },
  acrossTenants: 'It creates the tenant.',
  sql: `
    with tenant as (insert into tenants (name) values ('Bench') returning tenant_id),
    project as (
      insert into projects (tenant_id, name, is_active) select tenant_id, 'Bench', true from tenant
      returning tenant_id, project_id
    ), members as (
      insert into staff (tenant_id, name, is_active, phone)
      select tenant_id, 'Staff ' || i, true, :phone from tenant, generate_series(1, :staff) i returning staff_id
    )
    select tenant_id, project_id, array(select staff_id from members) as staff_ids from project`,
});

const counts = statement({
  name: 'bench_count_real_calls',
  takes: { tenant_id: 'int8' },
  gives: { open: 'int8', talking: 'int8', talked: 'int8', recorded: 'int8', failed: 'int8' },
  sql: `
    select (select count(*) from open_calls where tenant_id = :tenant_id) as open,
      count(*) filter (where status = 'connected' and ended_at is null) as talking,
      count(*) filter (where status = 'connected' and ended_at is not null) as talked,
      count(*) filter (where recording is not null) as recorded,
      count(*) filter (where ended_at is not null and status <> 'connected') as failed
    from calls where tenant_id = :tenant_id`,
});

const listSetUps = statement({
  name: 'bench_list_set_ups',
  takes: { tenant_id: 'int8' },
  gives: { phone_number: 'text', milliseconds: 'float8' },
  sql: `
    select phone_number, (extract(epoch from answered_at - initiated_at) * 1000)::float8 as milliseconds
    from calls where tenant_id = :tenant_id and answered_at is not null`,
});

const forget = statement({
  name: 'bench_forget_calls',
  takes: { tenant_id: 'int8' },
  sql: 'delete from calls where tenant_id = :tenant_id',
});
