import { connect, type Database } from '../../server/src/database/connect.ts';
import { migrate } from '../../server/src/database/migrate.ts';
import { statement } from '../../server/src/database/sql.ts';
import { createKey } from '../../server/src/keys/create-key.ts';
import { scopes } from '../../server/src/platform/caller.ts';
import type { ProjectId, StaffId, TenantId } from '../../server/src/platform/ids.ts';
import { type Planted, plantCalls } from './plant-calls.ts';

export type CallsDatabase = Planted & { url: string; db: Database; calls: number; testKey: string; liveKey: string };

/** A database with so many calls of one tenant: new, or left by an earlier run. */
export async function openCallsDatabase(
  clusterUrl: string,
  calls: number,
  report: (message: string) => void,
): Promise<CallsDatabase> {
  const url = new URL(clusterUrl);
  url.pathname = `/calls_${calls}`;
  const cluster = connect(clusterUrl, { ...options, poolSize: 1 });
  const [found] = (await cluster.execute({ name: '', ...findDatabase(calls) })).rows as { is_whole: boolean }[];
  // An incomplete one is from an interrupted run.
  if (found && !found.is_whole) await cluster.execute({ name: '', text: `drop database calls_${calls}`, values: [] });
  if (!found?.is_whole) {
    await cluster.execute({ name: '', text: `create database calls_${calls}`, values: [] });
    await migrate(`${url}`);
    const planting = connect(patient(url), { ...options, poolSize: 8, statementTimeout: 3_600_000 });
    await plantCalls(planting, calls, (progress) => report(`${calls.toLocaleString('en')} calls: ${progress}`));
    await planting.close();
    await cluster.execute({ name: '', text: `comment on database calls_${calls} is 'whole'`, values: [] });
  }
  await cluster.close();
  // A database of an earlier run may have an earlier version.
  if (found?.is_whole) await migrate(`${url}`);

  const db = connect(`${url}`, { ...options, poolSize: 16 });
  const planted = (await findPlanted.first(db, {})) as {
    tenant_id: TenantId;
    staff_ids: StaffId[];
    project_ids: ProjectId[];
  };
  const tenantId = planted.tenant_id;
  const [test, live] = await Promise.all(
    (['test', 'live'] as const).map((kind) =>
      db.transaction((tx) => createKey(tx, tenantId, { name: 'Bench', kind, scopes })),
    ),
  );
  return {
    ...{ url: `${url}`, db, calls, tenantId, staffIds: planted.staff_ids, projectIds: planted.project_ids },
    ...{ testKey: test?.key ?? '', liveKey: live?.key ?? '' },
  };
}

const options = { applicationName: 'bench', onIdleError: console.error };

/** Rows that a crash loses are made again. */
function patient(url: URL): string {
  const patience = new URL(url);
  patience.searchParams.set('options', '-c synchronous_commit=off -c work_mem=256MB -c maintenance_work_mem=256MB');
  return `${patience}`;
}

const findDatabase = (calls: number) => ({
  text: `select shobj_description(oid, 'pg_database') is not distinct from 'whole' as is_whole
    from pg_database where datname = $1`,
  values: [`calls_${calls}`],
});

const findPlanted = statement({
  name: 'bench_find_planted',
  takes: {},
  gives: { tenant_id: 'int8', staff_ids: 'int8[]', project_ids: 'int8[]' },
  sql: `
    select tenant_id, array(select staff_id from staff s where s.tenant_id = t.tenant_id order by 1) as staff_ids,
      array(select project_id from projects p where p.tenant_id = t.tenant_id order by 1) as project_ids
    from tenants t where name = 'Bench'`,
});
