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

  test(`the statement ${name} names the tenant or says why not`, () => {
    if (acrossTenants) {
      assert.ok(acrossTenants.endsWith('.'), 'the reason is a sentence');
    } else {
      assert.match(text, /\btenant_id\b/);
      assert.ok('tenant_id' in takes || 'tenant_ids' in takes, 'the tenant is given by the caller');
    }
  });
}
