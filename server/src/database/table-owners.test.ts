import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { statements } from './sql.ts';

// A table belongs to one folder, and only that folder's statements write it. All other readers and writers are listed here, so
// that a change of a table can be checked against all of its readers.

type Table = {
  owner: string;
  readBy?: string[];
  /** Each of these is an exception, for the given reason. */
  writtenBy?: Record<string, string>;
};

const withEvent = 'An event, its deliveries and their count are written by one statement.';

const tables: Record<string, Table> = {
  administrator_projects: { owner: 'administrators', readBy: ['http'] },
  administrators: { owner: 'administrators', readBy: ['http'] },
  api_keys: { owner: 'keys', readBy: ['directory', 'request-log', 'home'] },
  api_requests: { owner: 'request-log' },
  audit_log: {
    owner: 'administrators',
    writtenBy: { http: 'Every write of an administrator is written down in its own transaction.' },
  },
  blocked_numbers: { owner: 'blocked-numbers', readBy: ['calls'] },
  call_arrivals: { owner: 'calls' },
  call_count_changes: { owner: 'calls' },
  call_counts: { owner: 'calls', readBy: ['reports', 'staff'] },
  call_external_ids: { owner: 'calls' },
  call_labels: { owner: 'calls' },
  call_label_changes: { owner: 'calls' },
  call_label_counts: { owner: 'calls', readBy: ['reports'] },
  call_texts: { owner: 'calls', readBy: ['call-detail'] },
  call_wait_changes: { owner: 'calls' },
  call_wait_counts: { owner: 'calls', readBy: ['reports'] },
  calls: { owner: 'calls', readBy: ['recordings', 'insights', 'call-detail', 'reports', 'home', 'removals', 'backup'] },
  customer_count_changes: { owner: 'customers' },
  customer_counts: { owner: 'customers' },
  customers: { owner: 'customers', readBy: ['calls', 'call-detail'] },
  deliveries: { owner: 'webhooks', writtenBy: { events: withEvent } },
  delivery_counts: { owner: 'webhooks', writtenBy: { events: withEvent } },
  demo_secrets: { owner: 'cli' },
  drained_servers: { owner: 'telephony' },
  erasures: { owner: 'persons' },
  events: {
    owner: 'events',
    writtenBy: { webhooks: 'An event is kept for as long as its deliveries, and a test delivery has one of its own.' },
  },
  insight_jobs: { owner: 'insights' },
  insights: { owner: 'insights', readBy: ['call-detail'] },
  invitation_projects: { owner: 'administrators' },
  invitations: { owner: 'administrators' },
  kept_answers: { owner: 'http' },
  log_in_attempts: { owner: 'administrators' },
  nodes: { owner: 'calls', readBy: ['insights'] },
  numbers: { owner: 'numbers', readBy: ['calls', 'directory', 'removals'] },
  open_calls: { owner: 'calls', readBy: ['recordings', 'call-detail', 'directory', 'removals'] },
  phone_systems: { owner: 'telephony' },
  project_staff: { owner: 'projects', readBy: ['calls', 'directory', 'reports', 'removals', 'staff'] },
  projects: {
    owner: 'projects',
    readBy: ['administrators', 'numbers', 'customers', 'calls', 'insights', 'reports', 'directory', 'home', 'removals'],
  },
  provisioned: { owner: 'telephony' },
  rate_usage: { owner: 'http' },
  recording_pauses: { owner: 'calls', readBy: ['call-detail'] },
  recordings: { owner: 'recordings', readBy: ['backup'] },
  recovery_codes: { owner: 'administrators' },
  scheduled_backup: { owner: 'backup' },
  schema_migrations: { owner: 'database' },
  secret_keys: { owner: 'database' },
  sessions: { owner: 'administrators', readBy: ['http'] },
  sip_accounts: { owner: 'staff', readBy: ['telephony', 'directory', 'removals'] },
  staff_call_counts: { owner: 'calls', readBy: ['reports'] },
  staff: { owner: 'staff', readBy: ['telephony', 'calls', 'reports', 'directory', 'home', 'removals'] },
  tenant_licenses: { owner: 'tenants', readBy: ['keys', 'administrators', 'directory'] },
  tenants: {
    owner: 'tenants',
    readBy: ['http', 'keys', 'administrators', 'calls', 'recordings', 'insights', 'webhooks', 'directory'],
  },
  trunks: { owner: 'trunks', readBy: ['projects', 'telephony', 'calls', 'home', 'removals'] },
  unfolded_call_counts: { owner: 'calls', readBy: ['reports'] },
  unfolded_call_label_counts: { owner: 'calls', readBy: ['reports'] },
  unfolded_call_waits: { owner: 'calls', readBy: ['reports'] },
  webhooks: { owner: 'webhooks', readBy: ['events', 'home', 'removals'] },
};

/**
 * The folder that declares a statement, by the statement's name. Recorded at declaration, so no statement may be imported
 * before.
 */
const folderOf = new Map<string, string>();
const sources = join(import.meta.dirname, '..');
const add = statements.set.bind(statements);
statements.set = (name, made) => {
  const frames = (new Error().stack ?? '')
    .matchAll(/file:\/\/([^:)]+)/g)
    .map(([, file = '']) => relative(sources, file));
  const declaredIn = [...frames].find((file) => !file.startsWith('database/sql') && !file.endsWith('.test.ts'));
  folderOf.set(name, declaredIn?.split('/')[0] ?? '');
  return add(name, made);
};
for (const file of globSync('**/*.ts', { cwd: sources, exclude: (name) => name.endsWith('.test.ts') }))
  if (readFileSync(join(sources, file), 'utf8').includes('statement({'))
    await import(pathToFileURL(join(sources, file)).href);
const { createTestDatabase } = await import('../../test/test-database.ts');
const { query } = await import('../../test/builders.ts');

const databaseUrl = await createTestDatabase();
const inDatabase = await query(
  { databaseUrl },
  `select relname from pg_class
   where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition order by relname`,
);

/** The readers and writers of each table, as `folder table`. */
const reads = new Set<string>();
const writes = new Set<string>();
for (const { name, text } of statements.values())
  for (const [, verb, table = ''] of text.matchAll(/\b(delete from|insert into|update|from|join)\s+(?:only )?(\w+)/g)) {
    if (!Object.hasOwn(tables, table)) continue;
    const isRead = verb === 'from' || verb === 'join';
    (isRead ? reads : writes).add(`${folderOf.get(name)} ${table}`);
  }

test('every table and view has an owner', () => {
  assert.deepEqual(
    inDatabase.map(({ relname }) => relname),
    Object.keys(tables).sort(),
  );
});

test('every statement is declared in a folder', () => {
  assert.ok(folderOf.size > 50, `${folderOf.size}`);
  assert.deepEqual(
    [...folderOf].filter(([, folder]) => folder === ''),
    [],
  );
});

test('the owner of a table alone writes it, but for the exceptions that are stated', () => {
  const others = [...writes].filter(
    (write) => !Object.entries(tables).some(([table, { owner }]) => write === `${owner} ${table}`),
  );
  const stated = Object.entries(tables).flatMap(([table, { writtenBy = {} }]) =>
    Object.keys(writtenBy).map((folder) => `${folder} ${table}`),
  );
  assert.deepEqual(others.sort(), stated.sort());
});

test('a table is read by its owner, by the slices that may write it, and by those that are stated', () => {
  const mayRead = (folder: string, table: string) => {
    const { owner, writtenBy = {} } = tables[table] as Table;
    return folder === owner || Object.hasOwn(writtenBy, folder);
  };
  const others = [...reads].filter((read) => !mayRead(...(read.split(' ') as [string, string])));
  const stated = Object.entries(tables).flatMap(([table, { readBy = [] }]) =>
    readBy.map((folder) => `${folder} ${table}`),
  );
  assert.deepEqual(others.sort(), stated.sort());
});
