import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { query, setReadOnly } from '../../test/builders.ts';
import { commandLine } from '../../test/command-line.ts';
import { startCustomApp } from '../../test/custom-app.ts';
import { secretsOf } from '../../test/secrets.ts';
import { createForeignDatabase, createTestDatabase } from '../../test/test-database.ts';
import { connect } from '../database/connect.ts';
import { readApiKey } from '../platform/api-key.ts';
import { scopes } from '../platform/caller.ts';
import { createDemoTenant } from './installation/demo-tenant.ts';

const databaseUrl = await createTestDatabase();

const { run, json, refusal } = commandLine({ DATABASE_URL: databaseUrl });

test('the commands of an operator, one after the other', async () => {
  const tenant = await json('tenant create --name Acme --license open_api_advanced --country JP --timezone Asia/Tokyo');
  assert.deepEqual(tenant, { tenant_id: tenant.tenant_id });
  assert.ok(Number.isInteger(tenant.tenant_id));
  const of = `--tenant ${tenant.tenant_id}`;

  const project = await json(`project create ${of} --name Sales`);
  assert.deepEqual(project, { project_id: project.project_id });
  const staff = await json(`staff create ${of} --name Alice --phone 090-1234-5678`);
  assert.deepEqual(staff, { staff_id: staff.staff_id });
  const admin = await json(`admin create ${of} --email alice@example.com`);
  assert.deepEqual(Object.keys(admin), ['password']);
  const reset = await json(`admin reset-password ${of} --email Alice@Example.com --totp remove`);
  assert.deepEqual(Object.keys(reset), ['password']);
  assert.notEqual(reset.password, admin.password);
  await json(`admin create ${of} --email bob@example.com --role viewer`);
  const key = await json(`key create ${of} --kind live --scopes all --allow 10.0.0.0/8,::1 --expires 2099-01-01`);
  assert.deepEqual(Object.keys(key), ['key_id', 'key']);
  assert.equal(readApiKey(key.key)?.kind, 'live');

  const [listedKey] = await json(`key list ${of}`);
  assert.deepEqual(
    [listedKey.key_id, listedKey.scopes, listedKey.allowlist, listedKey.expires_at, listedKey.revoked_at],
    [key.key_id, [...scopes], ['10.0.0.0/8', '::1'], '2099-01-01T00:00:00.000Z', null],
  );
  assert.ok(!(await run(`key list ${of}`)).out.includes(key.key));
  const revoked = await json(`key revoke ${of} --key ${key.key_id}`);
  assert.deepEqual(Object.keys(revoked), ['key_id', 'revoked_at']);

  assert.deepEqual(await json(`tenant license remove ${of} --license open_api_advanced`), { ...tenant, licenses: [] });
  const licenses = ['open_api_advanced'];
  assert.deepEqual(await json(`tenant license add ${of} --license open_api_advanced`), { ...tenant, licenses });

  assert.ok((await json('tenant list')).some(({ tenant_id }: typeof tenant) => tenant_id === tenant.tenant_id));
  assert.equal((await json(`project list ${of}`))[0].name, 'Sales');
  assert.equal((await json(`staff list ${of}`))[0].phone, '+819012345678');
  assert.deepEqual(
    (await json(`admin list ${of}`)).map(({ email, role }: Record<string, string>) => [email, role]),
    [
      ['alice@example.com', 'administrator'],
      ['bob@example.com', 'viewer'],
    ],
  );
});

test('a person reads a table', async () => {
  const { out } = await run('tenant create --name Table');
  assert.match(out, /^tenant_id {2}\d+\n$/);
  const tenantId = out.split('  ')[1]?.trim();
  assert.match(
    (await run(`key create --tenant ${tenantId} --kind test --scopes calls:read`)).out,
    /\nkey {5}tl_test_\w+\n\nKeep/,
  );
  assert.match((await run(`staff list --tenant ${tenantId}`)).out, /^This tenant has no staff\.\n$/);
});

test('a refusal is a sentence and exit code 1', async () => {
  const { tenant_id } = await json('tenant create --name Refusals');
  const cases = [
    ['project create --tenant 999999 --name Sales', /There is no tenant 999999/],
    ['project list --tenant 999999', /There is no tenant 999999/],
    ['tenant create --name X --country Japan', /country must be/],
    ['tenant create --name X --timezone Tokyo', /timezone must be/],
    ['tenant create --name X --license gold', /There is no licence "gold"/],
    [`tenant create --name ${'x'.repeat(256)}`, /at most 255/],
    [`staff create --tenant ${tenant_id} --name A --phone 090-1234-5678`, /phone must be a SIP address/],
    [`key create --tenant ${tenant_id} --kind demo --scopes all`, /kind must be test or live/],
    [`key create --tenant ${tenant_id} --kind test --scopes all,calls:read`, /There is no scope "all"/],
    [`key create --tenant ${tenant_id} --kind test --scopes all --expires 2020-01-01`, /in the future/],
    [
      `key create --tenant ${tenant_id} --kind test --scopes all --allow 10.0.0.0/99`,
      /is not an IP address or CIDR range/,
    ],
    [`key revoke --tenant ${tenant_id} --key 999999`, /has no key 999999/],
    [`admin create --tenant ${tenant_id} --email nobody`, /email must be/],
    [`admin reset-password --tenant ${tenant_id} --email alice@example.com`, /has no administrator alice@example\.com/],
  ] as const;
  for (const [line, sentence] of cases) assert.match(await refusal(line, 1), sentence, line);
});

test('a command that is written wrong is told how, with exit code 2', async () => {
  const cases = [
    ['tenant create', /--name is missing/],
    ['tenant create --nmae X', /Did you mean --name/],
    ['project create --tenant one --name X', /--tenant must be a number/],
    ['key create --tenant 1 --kind test --scopes all --allow=', /--allow must be a list/],
    ['key create --tenant 1 --kind test --scopes all --expires soon', /--expires must be a day/],
    ['tenant creat', /There is no command "tenant creat"\. Did you mean "tenant create"/],
    ['constructor', /There is no command "constructor"/],
    ['serve now', /"now" is not expected here/],
  ] as const;
  for (const [line, sentence] of cases) assert.match(await refusal(line, 2), sentence, line);
});

test('an unknown command and none at all list every command', async () => {
  for (const line of ['frobnicate', '']) {
    const { code, out, err } = await run(line);
    assert.deepEqual([code, out], [2, '']);
    for (const words of [
      'serve',
      'migrate',
      'tenant create',
      'tenant license add',
      'trunk create',
      'telephony apply',
      'key revoke',
      'doctor',
    ])
      assert.match(err, new RegExp(`^ {2}${words} `, 'm'));
  }
});

test('help is there for the program and for every command', async () => {
  assert.match((await run('--help')).out, /tenant create/);
  for (const line of ['tenant create --help', 'tenant create --name -h', 'serve --help', 'doctor --help']) {
    const { code, out, err } = await run(line);
    assert.deepEqual([code, err], [0, ''], line);
    assert.match(out, /^Usage: npm run -s trunkline -- \w+/);
  }
});

test('settings that cannot be read are refused with a sentence each', async () => {
  const { code, out, err } = await run('tenant list', { PORT: 'high', DATABASE_URL: 'mysql://root:secret@db/x' });
  assert.deepEqual([code, out], [1, '']);
  assert.match(err, /^PORT must be .*\.\nDATABASE_URL must be .*\.\n$/);
  assert.doesNotMatch(err, /secret/);
});

test('a database out of reach is told without its password', async () => {
  const { code, err } = await run('tenant list', { DATABASE_URL: 'postgres://ann:secret@127.0.0.1:1/trunkline' });
  assert.equal(code, 1);
  assert.match(err, /^The database is out of reach: .*ECONNREFUSED.*\n$/);
  assert.doesNotMatch(err, /secret/);
});

test('migrate tells what it did, and does nothing twice', async () => {
  const url = await createForeignDatabase('');
  const migrated = async () => JSON.parse((await run('migrate --json', { DATABASE_URL: url })).out);
  assert.ok((await migrated()).applied.includes('0001-foundation.sql'));
  assert.deepEqual(await migrated(), { applied: [] });
});

test('a command that begins no installation makes no database where there is none', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'trunkline-none-'));
  test.after(() => rmSync(empty, { recursive: true }));
  const lines = [
    'tenant list',
    'tenant license add --tenant 1 --license open_api_advanced',
    'project create --tenant 1 --name Sales',
    'staff list --tenant 1',
    'staff account --tenant 1 --staff 1',
    'trunk create --tenant 1 --name carrier --host sip.carrier.example',
    'number list --tenant 1',
    'tenant limits --tenant 1',
    'key create --tenant 1 --kind test --scopes all',
    'key revoke --tenant 1 --key 1',
    'admin create --tenant 1 --email a@example.com',
  ];
  for (const line of lines) {
    for (const DATA_DIR of [empty, join(empty, 'nowhere')]) {
      const { code, out, err } = await run(line, { DATA_DIR });
      assert.deepEqual([code, out], [1, ''], line);
      assert.ok(err.startsWith(`There is no database in ${DATA_DIR}. Set DATA_DIR or DATABASE_URL`), err);
    }
  }
  const { code, out } = await run('doctor', { DATA_DIR: join(empty, 'nowhere') });
  assert.equal(code, 1);
  assert.match(out, /^database +fail +There is no database in /m);
  assert.deepEqual(readdirSync(empty), []);

  const databaseUrl = await createForeignDatabase('');
  for (const line of lines) {
    const { code, out, err } = await run(line, { DATABASE_URL: databaseUrl });
    assert.deepEqual([code, out], [1, ''], line);
    assert.match(err, /^There is nothing of Trunkline in this database\. Set DATA_DIR or DATABASE_URL/);
  }
  assert.deepEqual(
    await query({ databaseUrl }, `select from pg_class where relnamespace = 'public'::regnamespace`),
    [],
  );
  assert.equal((await run('tenant create --name First', { DATABASE_URL: databaseUrl })).code, 0);
  assert.match((await run('tenant list', { DATABASE_URL: databaseUrl })).out, /First/);
});

test('the doctor finds a healthy database healthy, and what is wrong', async () => {
  const healthy = await run('doctor --json', { DATABASE_URL: databaseUrl, PORT: '1' });
  const statuses = Object.fromEntries(
    JSON.parse(healthy.out).map(({ check, status }: { check: string; status: string }) => [check, status]),
  );
  const expected = { node: 'ok', configuration: 'ok', server: 'warn', database: 'ok', encoding: 'ok', clock: 'ok' };
  const more = { recordings: 'ok', transcription: 'ok', writing: 'ok', migrations: 'ok', asterisk: 'ok' };
  assert.deepEqual(statuses, { ...expected, ...more });
  assert.equal(healthy.code, 0);

  const latin = await createForeignDatabase(`encoding 'LATIN1' locale_provider libc locale 'C'`);
  const wrongEncoding = await run('doctor', { DATABASE_URL: latin, PORT: '1' });
  assert.equal(wrongEncoding.code, 1);
  assert.match(wrongEncoding.out, /^encoding +fail +Its encoding is LATIN1/m);

  const newer = await createTestDatabase();
  await query({ databaseUrl: newer }, `insert into schema_migrations values (9999, 'later', '')`);
  const tooNew = await run('doctor', { DATABASE_URL: newer, PORT: '1' });
  assert.equal(tooNew.code, 1);
  assert.match(tooNew.out, /^database +ok .*^migrations +fail .*newer Trunkline/ms);

  const unreachable = await run('doctor', { DATABASE_URL: 'postgres://ann:secret@127.0.0.1:1/trunkline' });
  assert.equal(unreachable.code, 1);
  assert.match(unreachable.out, /^database +fail +The database is out of reach/m);

  const unreadable = await run('doctor', { PORT: 'high' });
  assert.equal(unreadable.code, 1);
  assert.match(unreadable.out, /^configuration +fail +PORT must be/m);
});

test('the doctor says in words why a server is not ready', async () => {
  const { address } = await startCustomApp({ isDraining: () => true });
  const { out } = await run('doctor', { DATABASE_URL: databaseUrl, PORT: new URL(address).port });
  assert.match(out, /^server +fail +The server at \S+ is not ready: it is being stopped\.$/m);
});

test('a database that only reads is told as such, and can be read', async () => {
  const url = await createTestDatabase();
  const settings = { DATABASE_URL: url, PORT: '1' };
  await run('tenant create --name Kept', settings);
  await setReadOnly(url, 'on');
  assert.match((await run('tenant list', settings)).out, /Kept/);
  const refused = await run('tenant create --name Refused', settings);
  assert.equal(refused.code, 1);
  assert.match(
    refused.err,
    /^The database only reads: cannot execute INSERT in a read-only transaction\. Connect to the/,
  );
  const { code, out } = await run('doctor', settings);
  assert.equal(code, 1);
  assert.match(out, /^writing +fail +It only reads\. See why default_transaction_read_only is on\.$/m);

  const blank = await createForeignDatabase('');
  await setReadOnly(blank, 'on');
  assert.match((await run('migrate', { DATABASE_URL: blank })).err, /^The database only reads: /);
});

test('of two first starts at once one makes the demo tenant, and where a tenant is nobody does', async () => {
  const url = await createTestDatabase();
  const db = connect(url, { poolSize: 4, applicationName: 'test', onIdleError: () => {} });
  const box = await secretsOf({ databaseUrl: url });
  const made = await Promise.all([createDemoTenant(db, box), createDemoTenant(db, box), createDemoTenant(db, box)]);
  assert.equal(made.filter(Boolean).length, 1);
  assert.equal(await createDemoTenant(db, box), undefined);
  await db.close();

  const listed = async (line: string) => JSON.parse((await run(`${line} --json`, { DATABASE_URL: url })).out);
  const [demo, ...others] = await listed('tenant list');
  assert.deepEqual(others, []);
  assert.deepEqual(
    [demo.name, demo.default_country, demo.timezone, demo.licenses],
    ['Demo', 'JP', 'Asia/Tokyo', ['open_api_advanced']],
  );
  const of = `--tenant ${demo.tenant_id}`;
  assert.equal((await listed(`project list ${of}`)).length, 2);
  assert.equal((await listed(`staff list ${of}`)).length, 3);
  assert.deepEqual(
    (await listed(`key list ${of}`)).map(({ kind, scopes }: { kind: string; scopes: string[] }) => [
      kind,
      scopes.length,
    ]),
    [
      ['test', scopes.length],
      ['live', scopes.length],
    ],
  );
});
