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

const refusals: [found: RegExp, reason: string][] = [
  [/^(drop|truncate|revoke|delete|update)\b/, 'removes what old nodes use'],
  [
    /^(do|create or replace|create (constraint )?trigger|create policy|create rule)\b/,
    'changes what statements of old nodes do',
  ],
  [/^alter table .*\b(enable|disable|force) /, 'changes what statements of old nodes do'],
  [/^alter .*\bdrop (?!not null|expression|identity)/, 'removes what old nodes use'],
  [/^alter .*\brename\b/, 'renames what old nodes use'],
  [/^alter table .*\balter (column )?\S+ (set data )?type\b/, 'changes a type that old nodes use'],
  [/^alter table .*\bset not null\b/, 'refuses rows of old nodes'],
  [
    /^alter table .*\badd .*\b(constraint|check|unique|foreign|primary|exclude|references)\b/,
    'refuses rows of old nodes',
  ],
  [/^create unique index\b/, 'refuses rows of old nodes'],
  [/\badd (?!.*\b(default|generated)\b).*\bnot null\b/, 'refuses rows of old nodes'],
];

/** What old nodes would not survive. Tables that the migration itself creates are new to them. */
function dangersOf(sql: string): string[] {
  const statements = withoutTexts(sql).split(';').map(plain);
  const created = statements.flatMap((text) => /^create table (?!if not exists)(\S+)/.exec(text)?.[1] ?? []);
  return statements.flatMap((text) => {
    const table = /^(?:alter table (?:if exists )?(?:only )?|create unique index .*?\bon )(\S+)/.exec(text)?.[1];
    if (text.startsWith('@survived') || (table && created.includes(table))) return [];
    return actionsOf(text).flatMap((action) => {
      const reason = refusals.find(([found]) => found.test(action))?.[1];
      return reason ? [`${action}: ${reason}`] : [];
    });
  });
}

const withoutTexts = (sql: string) =>
  sql.replaceAll(/--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$/g, (text) =>
    mark.test(text) ? '@survived' : text.startsWith('--') ? '' : "''",
  );

/** In small letters and on one line, without what is in parentheses. */
function plain(text: string): string {
  const inner = /\([^()]*\)/;
  let rest = text;
  while (inner.test(rest)) rest = rest.replace(inner, ' ');
  return rest.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** The actions of ALTER TABLE, each as a statement of its own. */
function actionsOf(text: string): string[] {
  const [, head = '', rest = text] = /^(alter table (?:if exists )?(?:only )?\S+ )(.*)$/.exec(text) ?? [];
  return rest.split(', ').map((action) => `${head}${action}`);
}

test('no migration breaks the nodes of the version before', () => {
  for (const name of globSync('*.sql', { cwd: folder }).filter((name) => Number(name.slice(0, 4)) >= firstChecked))
    assert.deepEqual(dangersOf(readFileSync(join(folder, name), 'utf8')), [], name);
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
])
  test(`refused: ${sql.replace('\n', ' ')}`, () => {
    assert.equal(dangersOf(`create table other (n int not null);\n${sql};`).length, 1);
  });

for (const sql of [
  'alter table customers add column rank int, add column kind text not null default $$a$$',
  'alter table customers alter column name drop not null',
  'create index on customers (name)',
  'create table ranks (rank int not null); alter table ranks add constraint p primary key (rank); create unique index on ranks (rank)',
  "insert into t values ('drop table customers; alter table x rename to y')",
  '-- Old nodes survive this: no version has read it for a year.\nalter table customers drop column name',
])
  test(`allowed: ${sql.replace('\n', ' ')}`, () => {
    assert.deepEqual(dangersOf(`select 1;\n${sql};`), []);
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
