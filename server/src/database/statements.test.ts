import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { atEnd } from '../../test/at-end.ts';
import { describeStatement } from '../../test/describe-statement.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { statements } from './sql.ts';

const sources = join(import.meta.dirname, '..');
for (const file of globSync('**/*.ts', { cwd: sources, exclude: (name) => name.endsWith('.test.ts') }))
  if (readFileSync(join(sources, file), 'utf8').includes('statement({'))
    await import(pathToFileURL(join(sources, file)).href);

const client = new pg.Client({ connectionString: await createTestDatabase() });
await client.connect();
atEnd(() => client.end());

/** PostgreSQL's ids of our types: `select 'int8'::regtype::oid`. */
const typeIds = new Map<string, number>();
async function typeId(declared: string): Promise<number> {
  const name = declared.replace('?', '');
  if (!typeIds.has(name))
    typeIds.set(name, (await client.query('select $1::regtype::oid::int as id', [name])).rows[0].id);
  return typeIds.get(name) as number;
}

const tablesWithoutTenant = new Set<string>(
  (
    await client.query(`
      select relname from pg_class c
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and not exists (
        select from pg_attribute where attrelid = c.oid and attname = 'tenant_id')`)
  ).rows.map(({ relname }) => relname),
);

/** Statements whose scan is not restricted to a tenant, because the rows of one second are fewer than those of a webhook. */
const filteredLater: Record<string, string[]> = { find_claimed_delivery: ['deliveries'] };

type PlanNode = { [condition: string]: unknown; Plans?: PlanNode[] };

async function planOf(text: string): Promise<PlanNode> {
  const { rows } = await client.query(`explain (generic_plan, verbose, format json) ${text}`);
  return rows[0]['QUERY PLAN'][0].Plan;
}

const conditionsOf = (node: PlanNode) =>
  ['Index Cond', 'Recheck Cond', 'Filter', 'Hash Cond', 'Merge Cond', 'Join Filter']
    .flatMap((kind) => node[kind] ?? [])
    .join(' ');

/**
 * The tables of which the plan reads rows without comparing their tenant, neither with a parameter nor with the tenant of
 * another row. PostgreSQL passes `a.tenant_id = :tenant_id and a.tenant_id = b.tenant_id` on to the scan of `b` by itself.
 */
async function scansOfAnyTenant(text: string, order: readonly string[]): Promise<string[]> {
  const [one, several] = ['tenant_id', 'tenant_ids'].map((name) => order.indexOf(name) + 1);
  const found = new Set<string>();
  const visit = (node: PlanNode, joins: string) => {
    const { 'Relation Name': table, 'Node Type': type, Alias: alias, Plans: parts = [] } = node;
    const own = [node, ...parts.filter((part) => /Bitmap/.test(`${part['Node Type']}`))].map(conditionsOf).join(' ');
    // The rows of a Tid Scan were found by another scan of the plan.
    if (/Scan/.test(`${type}`) && type !== 'Tid Scan' && typeof table === 'string' && !tablesWithoutTenant.has(table)) {
      const isBound =
        new RegExp(`\\btenant_id = (\\$${one}\\b|ANY \\(\\$${several}\\b|\\w+\\.tenant_id)`).test(own) ||
        new RegExp(`= ${alias}\\.tenant_id\\b|\\b${alias}\\.tenant_id =`).test(joins);
      if (!isBound) found.add(table);
    }
    for (const part of parts) visit(part, `${joins} ${conditionsOf(node)}`);
  };
  visit(await planOf(text), '');
  return [...found];
}

/** Why statements that do not name their tenant write or lock rows that have one. No claim of a queue is among them. */
const writesAcrossTenants: Record<string, string[]> = {
  'calls of one node': ['close_calls'],
  housekeeping: [
    ...['cancel_deliveries_of_stopped_webhooks', 'delete_empty_label_counts', 'delete_old_answers', 'delete_old_audit'],
    ...['delete_old_deliveries', 'delete_old_events', 'delete_old_invitations', 'delete_old_requests'],
    ...['delete_old_sessions', 'fold_call_counts', 'fold_call_label_counts', 'fold_call_wait_counts'],
    ...['fold_customer_counts', 'fold_delivery_counts', 'forget_old_call_arrivals', 'forget_old_call_count_changes'],
    ...['forget_old_call_counts', 'forget_old_call_external_ids', 'forget_old_call_label_changes'],
    ...['forget_old_call_label_counts', 'forget_old_call_labels', 'forget_old_call_texts'],
    ...['forget_old_call_wait_changes', 'forget_old_call_wait_counts', 'forget_old_insight_jobs'],
    ...['forget_old_insights', 'forget_old_open_calls', 'forget_old_rate_usage', 'forget_old_recording_pauses'],
    ...['forget_old_staff_call_counts', 'mark_recordings_deleted_before'],
  ],
  'rows of several tenants that each name their own': ['insert_requests', 'write_calls', 'write_finished_attempts'],
  'the row determines the tenant': ['use_softphone_link'],
  'the tenant is new': ['insert_tenant', 'lock_tenants'],
};

/** Whether the statement writes rows of a table with tenants, or locks them, also through an advisory lock for each. */
async function writesRowsOfTenants(text: string): Promise<boolean> {
  if (text.startsWith('lock table')) return true;
  const plan = await planOf(text);
  const visit = (node: PlanNode, isLocked: boolean): boolean => {
    const { 'Relation Name': table, 'Node Type': type, Plans: parts = [] } = node;
    const isOfTenant = typeof table === 'string' && !tablesWithoutTenant.has(table);
    if (isOfTenant && (isLocked || type === 'ModifyTable')) return true;
    return parts.some((part) => visit(part, isLocked || type === 'LockRows'));
  };
  return visit(plan, /\bpg_\w*advisory/.test(JSON.stringify(plan)));
}

test('there are statements to describe', () => {
  assert.ok(statements.size > 50, `${statements.size}`);
});

test('advisory locks are named in locks.ts alone', () => {
  const files = globSync('**/*.ts', { cwd: sources, exclude: (name) => name.endsWith('.test.ts') });
  const elsewhere = files.filter(
    (file) =>
      file !== join('database', 'locks.ts') &&
      /_xact_lock|hashint8extended/.test(readFileSync(join(sources, file), 'utf8')),
  );
  assert.deepEqual(elsewhere, []);
});

for (const { name, text, takes, order, gives } of statements.values()) {
  test(`the statement ${name} matches its declaration`, async () => {
    const described = await describeStatement(client, text);

    const expected = await Promise.all(order.map((parameter) => typeId(takes[parameter] ?? '')));
    assert.deepEqual(described.parameterTypeIds, expected, `the types of the parameters ${order.join(', ')}`);

    assert.deepEqual(
      described.columns.map(({ name }) => name),
      Object.keys(gives),
      'columns',
    );
    for (const [i, [column, declared]] of Object.entries(gives).entries()) {
      const { typeId: actual, tableId, columnId } = described.columns[i] as (typeof described.columns)[number];
      assert.equal(actual, await typeId(declared), `the type of ${column}`);
      if (tableId !== 0 && !declared.endsWith('?')) {
        const sql = 'select attnotnull from pg_attribute where attrelid = $1 and attnum = $2';
        const { attnotnull } = (await client.query(sql, [tableId, columnId])).rows[0];
        assert.ok(attnotnull, `${column} may be null and is not declared so`);
      }
    }
  });
}

test('each statement takes its tenant and reads no rows of another, or says why not', async () => {
  const found: string[] = [];
  for (const { name, text, takes, order, acrossTenants } of statements.values()) {
    if (acrossTenants) {
      if (!acrossTenants.endsWith('.')) found.push(`${name}: the reason is no sentence`);
      continue;
    }
    if (!('tenant_id' in takes || 'tenant_ids' in takes)) found.push(`${name}: it takes no tenant`);
    const tables = await scansOfAnyTenant(text, order);
    if (!isDeepStrictEqual(tables, filteredLater[name] ?? [])) found.push(`${name}: it reads any tenant's ${tables}`);
  }
  assert.deepEqual(found, []);
});

test('every table but those of the whole installation has a tenant', () => {
  assert.deepEqual([...tablesWithoutTenant].sort(), [
    ...['drained_servers', 'log_in_attempts', 'nodes', 'phone_systems', 'provisioned', 'scheduled_backup'],
    ...['schema_migrations', 'secret_keys'],
  ]);
});

test('a statement that writes or locks rows of any tenant is listed with its reason', async () => {
  const found: string[] = [];
  for (const { name, text, acrossTenants } of statements.values())
    if (acrossTenants && (await writesRowsOfTenants(text))) found.push(name);
  assert.deepEqual(found.sort(), Object.values(writesAcrossTenants).flat().sort());
  for (const names of Object.values(writesAcrossTenants)) assert.deepEqual(names, names.toSorted());
});
