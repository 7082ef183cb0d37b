import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
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

const conditionsOf = (node: PlanNode) =>
  ['Index Cond', 'Recheck Cond', 'Filter', 'Hash Cond', 'Merge Cond', 'Join Filter']
    .flatMap((kind) => node[kind] ?? [])
    .join(' ');

/**
 * The tables of which the plan reads rows without comparing their tenant, neither with a parameter nor with the tenant of
 * another row. PostgreSQL passes `a.tenant_id = :tenant_id and a.tenant_id = b.tenant_id` on to the scan of `b` by itself.
 */
async function scansOfAnyTenant(text: string, order: readonly string[]): Promise<string[]> {
  const { rows } = await client.query(`explain (generic_plan, verbose, format json) ${text}`);
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
  visit(rows[0]['QUERY PLAN'][0].Plan, '');
  return [...found];
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

for (const { name, text, takes, order, gives, acrossTenants } of statements.values()) {
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

  test(`the statement ${name} stays within its tenants or says why not`, async () => {
    if (acrossTenants) {
      assert.ok(acrossTenants.endsWith('.'), 'the reason is a sentence');
    } else {
      assert.ok('tenant_id' in takes || 'tenant_ids' in takes, 'the tenant is given by the caller');
      assert.deepEqual(await scansOfAnyTenant(text, order), filteredLater[name] ?? []);
    }
  });
}

test('every table but those of the whole installation has a tenant', () => {
  assert.deepEqual([...tablesWithoutTenant].sort(), [
    ...['drained_servers', 'log_in_attempts', 'nodes', 'phone_systems', 'provisioned', 'scheduled_backup'],
    ...['schema_migrations', 'secret_keys'],
  ]);
});
