import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildTenant, query } from '../../test/builders.ts';
import { startTestApp } from '../../test/test-app.ts';
import { migrate } from './migrate.ts';

// While the nodes of a cluster are upgraded one after the other, old nodes run on the schema of the new version. So a migration
// only adds; what it makes needless is removed by a later version (CONTRIBUTING.md).

/** Older migrations were written for nodes that were all stopped. */
const firstChecked = 65;
const folder = join(import.meta.dirname, '../../migrations');

/** The reason stands behind it: `-- Old nodes survive this: no version has ever read the column.` */
const mark = /^--\s*Old nodes survive this: \w/;

/** The parts of a column that may be added to a table with rows: PostgreSQL stores one value for all of them. */
const constant = String.raw`(?:null|true|false|now|-?\d+(?:\.\d+)?|''|array\[\])(?:::[\w ]+(?:\[\])?)?`;
const notOfType =
  '(?!(?:not|null|default|unique|check|references|primary|foreign|exclude|constraint|generated|collate|(?:big|small)?serial)\\b)';

/** The statements, without what is in parentheses, that old nodes survive. ALTER TABLE has one action here. */
const harmless = [
  /^create (unlogged )?table (if not exists )?\S+( partition by \w+)?$/,
  /^create index /,
  /^create (view|function|procedure|sequence|type|statistics) /,
  /^comment on /,
  /^analyze /,
  new RegExp(
    `^alter table \\S+ add (column )?(if not exists )?${notOfType}\\S+( ${notOfType}[\\w.\\[\\]]+)+` +
      `( null| (not null )?default ${constant}( not null)?)?$`,
  ),
  /^alter table \S+ alter (column )?\S+ drop not null$/,
  /^alter (table|index) (if exists )?\S+ set$/, // Storage parameters, in parentheses.
];

/** Rows of constants: a function may do anything. */
const harmlessInsert =
  /^insert into \S+ ?(\([^()]*\) ?)?values( ?\([^()]*\),?)+( on conflict (\([^()]*\) )?do nothing)?$/;

/** Statements that old nodes may not survive: all that are not known to be harmless. Tables that the migration creates are new to them. */
function dangersOf(sql: string): string[] {
  const statements = withoutTexts(sql).split(';').map(onOneLine).filter(Boolean);
  const created = statements.flatMap((text) => /^create table (?!if not exists)(\S+)/.exec(text)?.[1] ?? []);
  return statements.flatMap((whole) => {
    const text = withoutParentheses(whole);
    const table = /^(?:alter table (?:if exists )?(?:only )?|create unique index .*?\bon )(\S+)/.exec(text)?.[1];
    if (text.startsWith('@survived') || (table && created.includes(table)) || harmlessInsert.test(whole)) return [];
    return actionsOf(text).filter((action) => !harmless.some((known) => known.test(action)));
  });
}

const withoutTexts = (sql: string) =>
  sql.replaceAll(/--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$/g, (text) =>
    mark.test(text) ? '@survived' : text.startsWith('--') ? '' : "''",
  );

/** In small letters. */
const onOneLine = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim();

function withoutParentheses(text: string): string {
  const inner = /\([^()]*\)/;
  let rest = text;
  while (inner.test(rest)) rest = rest.replace(inner, ' ');
  return onOneLine(rest);
}

/** The actions of ALTER TABLE, each as a statement of its own. */
function actionsOf(text: string): string[] {
  const [, table = '', actions] = /^alter table (?:if exists )?(?:only )?(\S+) (.*)$/.exec(text) ?? [];
  return actions === undefined ? [text] : actions.split(/ ?, /).map((action) => `alter table ${table} ${action}`);
}

test('no migration breaks the nodes of the version before', () => {
  for (const name of globSync('*.sql', { cwd: folder }).filter((name) => Number(name.slice(0, 4)) >= firstChecked))
    assert.deepEqual(dangersOf(readFileSync(join(folder, name), 'utf8')), [], `${name}: see CONTRIBUTING.md`);
});

for (const sql of [
  'alter table customers drop column name',
  'alter table customers rename name to title',
  'alter table customers rename to clients',
  'alter table customers add column a int, add column rank numeric(5, 2) not null',
  'alter table customers alter column name set not null',
  'alter table customers alter name type varchar(10)',
  'alter table customers alter column name drop default',
  'alter table customers add constraint short check (length(name) < 10)',
  'create unique index on customers (tenant_id, name)',
  "-- It's old.\ndrop table customers",
  'truncate customers',
  // A unique one may be the target of ON CONFLICT.
  'drop index customers_name',
  'alter table customers drop constraint short',
  'alter table customers add rank int not null',
  "alter table customers add column code text default 'a' unique",
  'alter table customers add column n int default 0 check (n > 0)',
  'alter table customers enable row level security',
  'create table if not exists customers (name text); alter table customers drop column name',
  'create trigger renamed before update on customers for each row execute function rename()',
  "create or replace function uuid_at(timestamptz) returns uuid as 'select null' language sql",
  'do $$ begin drop table customers; end $$',
  'delete from customers',
  'with gone as (delete from customers returning 1) select 1',
  'merge into customers using other on true when matched then delete',
  'insert into customers values (1) on conflict (customer_id) do update set name = null',
  'insert into customers values (1, f())',
  'insert into customers select f()',
  'select f()',
  'create table copied as select f()',
  'lock table customers',
  'alter table customers alter column customer_id drop identity',
  'alter table customers alter column customer_id set generated always',
  'alter table customers alter column name set default 1',
  'alter table calls detach partition calls_2026_01',
  'alter table customers set schema elsewhere',
  'alter table customers add column short text generated always as (left(name, 3)) stored',
  'alter table customers add column n bigint generated always as identity',
  'alter table customers add column n int default f()',
  'alter table customers add column n bigserial',
  'alter table customers add column n int references other',
  'alter sequence customers_customer_id_seq restart',
  'alter domain phone add constraint short check (length(value) < 10)',
  'alter index customers_name rename to customers_names',
  '/* It is old. */ drop table customers',
])
  test(`refused: ${sql.replace('\n', ' ')}`, () => {
    assert.equal(dangersOf(`create table other (n int not null);\n${sql};`).length, 1);
  });

for (const sql of [
  'alter table customers add column rank int, add column kind text not null default $$a$$',
  'alter table customers alter column name drop not null',
  'alter table if exists only customers add column at timestamp with time zone default now(), add codes text[] not null default array[]::text[]',
  'create index on customers (lower(name)) where name is not null',
  'alter index customers_name set (fastupdate = on)',
  'create view names as select name from customers',
  'create function one() returns int language sql as $$ select 1; select 1 $$',
  "comment on table customers is 'They call; we answer.'",
  'create table ranks (rank int not null); alter table ranks add constraint p primary key (rank); create unique index on ranks (rank)',
  "insert into t values ('drop table customers; alter table x rename to y')",
  "insert into t (a, b) values (1, 'f()'), (2, null) on conflict (a) do nothing",
  '-- Old nodes survive this: no version has read it for a year.\nalter table customers drop column name',
])
  test(`allowed: ${sql.replace('\n', ' ')}`, () => {
    assert.deepEqual(dangersOf(`create index on other (n);\n${sql};`), []);
  });

test('a node goes on when each table gets a column, and a start of that version is refused with the reason', async () => {
  const app = await startTestApp();
  const { api, projectId } = await buildTenant(app);
  const work = async (external_id: string) => {
    const body = { project_id: projectId, name: 'Taro', external_id };
    const created = await api.post('/customers', body);
    assert.equal(created.status, 201, created.text);
    const { customer_id } = created.body.data;
    const answers = [
      await api.put(`/customers/${customer_id}`, { name: 'Jiro' }),
      await api.get(`/customers/${customer_id}`),
      await api.get(`/customers?project_id=${projectId}`),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
  };
  for (let i = 0; i < 20; i += 1) await work(`before-${i}`); // Every connection has prepared its statements.
  const tables = await query(
    app,
    `select oid::regclass::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  assert.ok(tables.length > 30);
  for (const { name } of tables) await query(app, `alter table ${name} add column added_later text`);
  await query(app, `insert into schema_migrations (version, name, checksum) values (9001, '9001-later.sql', 'x')`);
  for (let i = 0; i < 20; i += 1) await work(`after-${i}`);
  await assert.rejects(migrate(app.databaseUrl), /written by a newer Trunkline\. Start that version instead/);
});
