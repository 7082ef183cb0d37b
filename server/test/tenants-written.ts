import { query } from './builders.ts';
import type { TestApp } from './test-app.ts';

// Which transactions have written rows of several tenants: a trigger notes the tenant of every row that is written.

type Built = Pick<TestApp, 'databaseUrl'>;

export async function noteTenantsWritten(app: Built): Promise<void> {
  await query(app, 'create table noted (transaction xid8, tenant int8, statement text)');
  await query(
    app,
    `create function note_tenant() returns trigger language plpgsql as $$
     begin
       insert into noted values (pg_current_xact_id(), coalesce(new.tenant_id, old.tenant_id), current_query());
       return null;
     end $$`,
  );
  await query(
    app,
    `do $$
     declare name regclass;
     begin
       for name in select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       loop
         execute format('create trigger note_tenant after insert or update or delete on %s
           for each row execute function note_tenant()', name);
       end loop;
     end $$`,
  );
}

/** The number of transactions that have written, and the statements of those that wrote for several tenants. */
export async function readTenantsWritten(app: Built): Promise<{ transactions: number; mixed: string[] }> {
  const noted = await query(
    app,
    `select array_agg(distinct statement) as texts, count(distinct tenant)::int as tenants from noted group by transaction`,
  );
  const mixed = noted.filter(({ tenants }) => tenants > 1).flatMap(({ texts }) => texts as string[]);
  return { transactions: noted.length, mixed: [...new Set(mixed)] };
}
