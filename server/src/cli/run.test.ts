import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual, promisify } from 'node:util';
import { query, setReadOnly } from '../../test/builders.ts';
import { commandLine } from '../../test/command-line.ts';
import { startCustomApp } from '../../test/custom-app.ts';
import { secretsOf } from '../../test/secrets.ts';
import { createForeignDatabase, createTestDatabase } from '../../test/test-database.ts';
import { connect } from '../database/connect.ts';
import { readApiKey } from '../platform/api-key.ts';
import { scopes } from '../platform/caller.ts';
import { sections } from './definitions/sections.ts';
import { createDemoTenant } from './installation/demo-tenant.ts';
import type { Command } from './terminal/command.ts';
import { readOptions } from './terminal/options.ts';

const databaseUrl = await createTestDatabase();

const { run, json, refusal, newTenant } = commandLine({ DATABASE_URL: databaseUrl });
const groups = sections.flatMap((section) => section.groups);

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
  const { key_id } = await json(`key create ${of} --kind live --scopes calls:initiate --assistants`);
  const shown = await json(`key show ${of} --key ${key_id}`);
  assert.deepEqual([listedKey.allows_assistants, shown.allows_assistants], [false, true]);
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
    /\nkey {5}tl_test_\w+\n\nCopy/,
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
    ['tenant create --name X --license gold', /There is no license "gold"/],
    [`tenant create --name ${'x'.repeat(256)}`, /at most 255/],
    [`staff create --tenant ${tenant_id} --name A --phone 090-1234-5678`, /phone must be a SIP address/],
    [`key create --tenant ${tenant_id} --kind demo --scopes all`, /kind must be test or live/],
    [`key create --tenant ${tenant_id} --kind test --scopes calls:raed`, /There is no scope "calls:raed".*calls:read/],
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

test('a malformed command is explained, with exit code 2', async () => {
  const cases = [
    ['tenant create', /--name is missing/],
    ['tenant create --nmae X', /Did you mean --name/],
    ['project create --tenant one --name X', /--tenant must be a number/],
    ['key create --tenant 1 --kind test --scopes all,calls:read', /"all" stands alone/],
    ['key create --tenant 1 --kind test --scopes all --allow=', /--allow must be a list/],
    ['key create --tenant 1 --kind test --scopes all --expires soon', /--expires must be a day/],
    ['tenant creat', /There is no command "tenant creat"\. Did you mean "tenant create"/],
    ['constructor', /There is no command "constructor"/],
    ['serve now', /"now" is not expected here/],
    ['--json tenant list', /^Begin with the command: its options follow it\. Help: .* --help$/],
    ['-v', /^Begin with the command/],
  ] as const;
  for (const [line, sentence] of cases) assert.match(await refusal(line, 2), sentence, line);
});

test('without a command the help lists the groups, and a group alone lists its commands', async () => {
  const program = await run('');
  assert.deepEqual([program.code, program.out], [2, '']);
  assert.equal(program.err, (await run('--help')).out);
  for (const { name } of groups) assert.match(program.err, new RegExp(`^ {2}${name} `, 'm'));
  assert.doesNotMatch(program.err, /tenant create/);

  const group = await run('tenant');
  assert.deepEqual([group.code, group.out], [2, '']);
  assert.equal(group.err, (await run('tenant --help')).out);
  assert.match(group.err, /^ {2}tenant license add +Add a license to a tenant$/m);
  assert.doesNotMatch(group.err, /project/);
  assert.equal((await run('tenant license --help')).out, group.err);

  for (const typed of ['tenant', 'tenant license'])
    assert.equal(
      await refusal(typed, 2),
      `Add the rest of the command after "${typed}". Help: ./trunkline tenant --help`,
    );
  const { code, err } = await run('--json');
  assert.deepEqual([code, JSON.parse(err)], [2, { error: 'Add a command. Help: ./trunkline --help' }]);
});

test('the version is that of package.json', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'));
  for (const line of ['--version', 'version']) {
    assert.deepEqual(await run(line), { code: 0, out: `${version}\n`, err: '' });
    assert.deepEqual(await json(line), { version });
  }
  assert.equal((await run('--json --version')).out, `${JSON.stringify({ version })}\n`);
  assert.match((await run('--version --help')).out, /^Usage: \.\/trunkline version/);
});

test('after a typo the suggestion comes last, and no list after it', async () => {
  for (const [line, ...more] of [
    ['tennant', 'Did you mean "tenant"?', 'Help: ./trunkline tenant --help'],
    ['tenant creat --name X', 'Did you mean "tenant create"?', 'Help: ./trunkline tenant create --help'],
    ['kye list', 'Did you mean "key list"?', 'Help: ./trunkline key list --help'],
    ['tenant rearrange', 'Help: ./trunkline tenant --help'],
    ['frobnicate --help', 'Help: ./trunkline --help'],
  ] as const) {
    const { code, out, err } = await run(line);
    assert.deepEqual([code, out], [2, '']);
    const typed = line.replace(/ --.*/, '');
    assert.equal(err, [`There is no command "${typed}".`, ...more, ''].join('\n'));
  }
});

test('help is there for the program and for every command, and fits 80 columns', async () => {
  for (const { words, about, details = '', options, operand, examples = [] } of groups.flatMap(
    (group) => group.definitions,
  )) {
    assert.ok(about.length <= 60 && !about.endsWith('.'), `${words}: ${about}`);
    const { code, out, err } = await run(`${words} --help`);
    assert.deepEqual([code, err], [0, ''], words);
    assert.ok(out.startsWith(`Usage: ./trunkline ${words}`));
    for (const line of out.split('\n')) assert.ok(line.length <= 80, line);
    for (const [name, { about, shows }] of Object.entries(options))
      assert.ok(out.includes(name === operand ? `\n  ${shows} ` : `--${name}`), about);
    assert.doesNotMatch(about + details + JSON.stringify(options), /may be left out|nobody|somebody|this once/i, words);
    for (const example of examples) {
      assert.ok(example.startsWith(`${words} `));
      readOptions(options, example.slice(words.length + 1).split(' '), operand);
    }
  }
  assert.match((await run('tenant create --name -h')).out, /^Usage: \.\/trunkline tenant create --name N/);
});

test('every command of the help can be run, and no other', async () => {
  for (const { name, definitions } of groups) {
    const { commands }: { commands: Command[] } = await import(`./commands/${name}.ts`);
    assert.deepEqual(
      commands.map(({ definition }) => definition.words).toSorted(),
      definitions.map(({ words }) => words).toSorted(),
    );
  }
});

test('help and suggestions load none of the server', async () => {
  const loaded = async (line: string) => {
    const hooks = `import { registerHooks } from 'node:module';
      registerHooks({ load: (url, context, next) => (process.stderr.write(url + '\\n'), next(url, context)) });`;
    const main = join(import.meta.dirname, '../main.ts');
    const args = ['--import', `data:text/javascript,${encodeURIComponent(hooks)}`, main, ...line.split(' ')];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args).catch((error) => error);
    return {
      stdout,
      files: String(stderr)
        .split('\n')
        .filter((text) => text.startsWith('file:')),
    };
  };
  for (const line of ['--help', 'tenant --help', 'serve --help', 'key create --help', 'tennant']) {
    const { files } = await loaded(line);
    assert.ok(files.length > 10, files.join('\n'));
    const others = files.filter((url) => !/src\/(main\.ts|cli\/(run\.ts|definitions|terminal)|platform)/.test(url));
    assert.deepEqual(others.map((url) => url.replace(/.*(?=src\/|node_modules\/)/, '')).toSorted(), [
      'node_modules/fastest-levenshtein/mod.js',
      'src/events/event-types.ts',
      'src/projects/ring-strategies.ts',
      'src/trunks/trunk-fields.ts',
    ]);
  }
  assert.ok((await loaded('key list --tenant 1')).files.some((url) => url.endsWith('/database/connect.ts')));
});

test('staff and projects are removed and restored, and their records stay', async () => {
  const { of, project, staff } = await newTenant();
  const member = `${of} --staff ${staff[0]}`;
  assert.deepEqual(await json(`staff remove ${member}`), { staff_id: staff[0], is_active: false });
  assert.equal((await json(`staff show ${member}`)).is_active, false);
  assert.match((await run(`staff list ${of}`)).out, /^\d+ +Hanako +no /m);
  assert.match(
    await refusal(`project update ${of} --project ${project} --staff ${staff[0]}`, 1),
    /no active staff member/,
  );
  assert.deepEqual(await json(`staff restore ${member}`), { staff_id: staff[0], is_active: true });
  assert.match(await refusal(`staff remove ${of} --staff 999999`, 1), /has no staff member 999999/);
  assert.match(await refusal(`staff remove --tenant 999999 --staff ${staff[0]}`, 1), /There is no tenant 999999/);

  const settings = `${of} --project ${project}`;
  const number = '+81312345678';
  await json(`number add ${settings} --number ${number}`);
  const refused = `Calls to ${number} ring project ${project}. Remove these numbers first, or route them to another project.`;
  assert.equal(await refusal(`project remove ${settings}`, 1), refused);
  assert.equal((await json(`project show ${settings}`)).is_active, true);
  await json(`number remove ${of} --number ${number}`);
  assert.deepEqual(await json(`project remove ${settings}`), { project_id: project, is_active: false });
  assert.equal((await json(`project show ${settings}`)).is_active, false);
  assert.equal(
    await refusal(`number add ${settings} --number ${number}`, 1),
    `Project ${project} was removed. Restore it first.`,
  );
  assert.deepEqual(await json(`project restore ${settings}`), { project_id: project, is_active: true });
  assert.match(await refusal(`project remove ${of} --project 999999`, 1), /has no project 999999/);
});

test('an administrator is removed after a confirmation, and the last one stays', async () => {
  const { of, tenantId } = await newTenant();
  const [first, second] = ['first', 'second'].map((name) => `${name}-of-${tenantId}@example.com`);
  for (const email of [first, second]) await json(`admin create ${of} --email ${email}`);
  const emails = async () => (await json(`admin list ${of}`)).map(({ email }: { email: string }) => email);
  const at = (answer: string) => commandLine({ DATABASE_URL: databaseUrl }, { width: 80, answer });
  const remove = `admin remove ${of} --email ${second}`;

  assert.equal(await refusal(remove, 2), 'This needs a confirmation. Add --yes.');
  assert.equal(await at('y').refusal(remove, 1), 'Nothing was changed.');
  assert.deepEqual(await emails(), [first, second]);
  assert.deepEqual(Object.keys(await at(' Yes ').json(remove)), ['administrator_id']);
  assert.deepEqual(await emails(), [first]);
  assert.match(await refusal(`${remove} --yes`, 1), /has no administrator second-of-/);
  assert.match(
    await refusal(`admin remove ${of} --email ${first} --yes`, 1),
    /^This is the last administrator of the tenant\./,
  );
  await json(`admin create ${of} --email ${second}`);
  assert.match((await at('yes').run(`admin remove ${of} --email ${first} --yes`)).out, /^administrator_id {2}\d+\n$/);
  assert.deepEqual(await emails(), [second]);
});

test('fields that a table omits are shown for one record', async () => {
  const { of, project, staff } = await newTenant();
  await json(`trunk create ${of} --name carrier --host sip.carrier.example`);
  const { key_id } = await json(`key create ${of} --kind test --scopes all`);
  for (const [list, show] of [
    ['tenant list', `tenant show ${of}`],
    [`project list ${of}`, `project show ${of} --project ${project}`],
    [`staff list ${of}`, `staff show ${of} --staff ${staff[0]}`],
    [`trunk list ${of}`, `trunk show ${of} --name carrier`],
    [`key list ${of}`, `key show ${of} --key ${key_id}`],
  ] as const) {
    const shown = await json(show);
    const listed: object[] = await json(list);
    assert.ok(
      listed.some((one) => isDeepStrictEqual(one, shown)),
      show,
    );
    for (const line of (await commandLine({ DATABASE_URL: databaseUrl }, { width: 80 }).run(list)).out.split('\n'))
      assert.ok(line.length <= 80, line);
  }
  assert.match(await refusal(`key show ${of} --key 999999`, 1), /has no key 999999/);
  assert.match(await refusal(`trunk show ${of} --name other`, 1), /has no trunk "other"/);
  assert.match(await refusal(`staff show ${of} --staff 999999`, 1), /has no staff member 999999/);
});

test('settings that cannot be read are refused with a sentence each', async () => {
  const { code, out, err } = await run('tenant list', { PORT: 'high', DATABASE_URL: 'mysql://root:secret@db/x' });
  assert.deepEqual([code, out], [1, '']);
  assert.match(err, /^PORT must be .*\.\nDATABASE_URL must be .*\.\n$/);
  assert.doesNotMatch(err, /secret/);
});

test('an unreachable database is reported without its password', async () => {
  const { code, err } = await run('tenant list', { DATABASE_URL: 'postgres://ann:secret@127.0.0.1:1/trunkline' });
  assert.equal(code, 1);
  assert.match(err, /^The database cannot be reached: .*ECONNREFUSED.*\n$/);
  assert.doesNotMatch(err, /secret/);
});

test('migrate reports its work, and does nothing twice', async () => {
  const url = await createForeignDatabase('');
  const migrated = async () => JSON.parse((await run('migrate --json', { DATABASE_URL: url })).out);
  assert.ok((await migrated()).applied.includes('0001-foundation.sql'));
  assert.deepEqual(await migrated(), { applied: [] });
});

test('a command that is not an installation creates no database', async () => {
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
    assert.match(err, /^This database is empty\. Set DATA_DIR or DATABASE_URL/);
  }
  assert.deepEqual(
    await query({ databaseUrl }, `select from pg_class where relnamespace = 'public'::regnamespace`),
    [],
  );
  assert.equal((await run('tenant create --name First', { DATABASE_URL: databaseUrl })).code, 0);
  assert.match((await run('tenant list', { DATABASE_URL: databaseUrl })).out, /First/);
});

test('the doctor finds a healthy database healthy, and reports faults', async () => {
  const healthy = await run('doctor --json', { DATABASE_URL: databaseUrl, PORT: '1' });
  const statuses = Object.fromEntries(
    JSON.parse(healthy.out).map(({ check, status }: { check: string; status: string }) => [check, status]),
  );
  const expected = { node: 'ok', configuration: 'ok', server: 'warn', database: 'ok', encoding: 'ok', clock: 'ok' };
  const more = {
    recordings: 'ok',
    analysis: 'ok',
    transcription: 'ok',
    writing: 'ok',
    migrations: 'ok',
    connections: 'ok',
    asterisk: 'ok',
  };
  assert.deepEqual(statuses, { ...expected, ...more });
  assert.equal(healthy.code, 0);

  const latin = await createForeignDatabase(`encoding 'LATIN1' locale_provider libc locale 'C'`);
  const wrongEncoding = await run('doctor', { DATABASE_URL: latin, PORT: '1' });
  assert.equal(wrongEncoding.code, 1);
  assert.match(wrongEncoding.out, /^encoding +fail +The encoding is LATIN1/m);

  const newer = await createTestDatabase();
  await query({ databaseUrl: newer }, `insert into schema_migrations values (9999, 'later', '')`);
  const tooNew = await run('doctor', { DATABASE_URL: newer, PORT: '1' });
  assert.equal(tooNew.code, 1);
  assert.match(tooNew.out, /^database +ok .*^migrations +fail .*newer Trunkline/ms);

  const small = await createTestDatabase();
  await query({ databaseUrl: small }, `alter database "${new URL(small).pathname.slice(1)}" connection limit 30`);
  const needed = async (WORKERS: string) => (await run('doctor', { DATABASE_URL: small, PORT: '1', WORKERS })).out;
  assert.match(await needed('4'), /^connections +warn +A node of 4 workers uses up to 33 of the 30 connections/m);
  assert.match(await needed('auto'), /^connections +ok +A node of one process uses up to 24 of the 30 connections/m);

  const unreachable = await run('doctor', { DATABASE_URL: 'postgres://ann:secret@127.0.0.1:1/trunkline' });
  assert.equal(unreachable.code, 1);
  assert.match(unreachable.out, /^database +fail +The database cannot be reached/m);

  const unreadable = await run('doctor', { PORT: 'high' });
  assert.equal(unreadable.code, 1);
  assert.match(unreadable.out, /^configuration +fail +PORT must be/m);

  const elsewhere = (HOST: string) => run('doctor', { DATABASE_URL: databaseUrl, PORT: '1', HOST });
  assert.match(
    (await elsewhere('192.0.2.1')).out,
    /^configuration +fail +192.0.2.1 is not an address of this machine/m,
  );
  const noAddress = await elsewhere('foo:1');
  assert.equal(noAddress.code, 1);
  assert.match(noAddress.out, /^configuration +fail +There is no address for foo:1\. Set HOST to an address/m);
});

test('the doctor says in words why a server is not ready', async () => {
  const { address } = await startCustomApp({ isDraining: () => true });
  const { out } = await run('doctor', { DATABASE_URL: databaseUrl, PORT: new URL(address).port });
  assert.match(out, /^server +fail +The server at \S+ is not ready: it is being stopped\.$/m);
});

test('a read-only database is reported as such, and can be read', async () => {
  const url = await createTestDatabase();
  const settings = { DATABASE_URL: url, PORT: '1' };
  await run('tenant create --name Kept', settings);
  await setReadOnly(url, 'on');
  assert.match((await run('tenant list', settings)).out, /Kept/);
  const refused = await run('tenant create --name Refused', settings);
  assert.equal(refused.code, 1);
  assert.match(
    refused.err,
    /^The database is read-only: cannot execute INSERT in a read-only transaction\. Connect to the/,
  );
  const { code, out } = await run('doctor', settings);
  assert.equal(code, 1);
  assert.match(out, /^writing +fail +The database is read-only\. Check why default_transaction_read_only is on\.$/m);

  const blank = await createForeignDatabase('');
  await setReadOnly(blank, 'on');
  assert.match((await run('migrate', { DATABASE_URL: blank })).err, /^The database is read-only: /);
});

test('one of two concurrent first starts makes the demo tenant; if there is a tenant, neither does', async () => {
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
