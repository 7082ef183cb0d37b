import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildKey, query } from '../../test/builders.ts';
import { commandLine } from '../../test/command-line.ts';
import { secretsKey, secretsOf } from '../../test/secrets.ts';
import { assertProblem, client, startTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { openDigest } from '../staff/sip-digest.ts';
import { openTrunkPassword } from '../trunks/trunk-password.ts';

// Runs commands beside a running server, which sees the same database from another process.

const app = await startTestApp({ SIMULATOR_SPEED: 0.01 });
const { databaseUrl } = app;
const environment = { DATABASE_URL: databaseUrl, SECRETS_KEY: secretsKey };
const { run, json, refusal, newTenant } = commandLine(environment);
const box = await secretsOf(app);

const carrier = '--name carrier --host sip.carrier.example';

test('a trunk with a user has its password from the environment or standard input, sealed in the database', async () => {
  const { of, tenantId } = await newTenant();
  const created = await json(`trunk create ${of} ${carrier} --user acme`, { TRUNK_PASSWORD: 'open sesame' });
  const { trunk_id, created_at } = created;
  assert.deepEqual(created, {
    ...{ trunk_id, name: 'carrier', host: 'sip.carrier.example', port: 5060, transport: 'udp', username: 'acme' },
    ...{ codecs: ['ulaw', 'alaw'], from_user: null, from_domain: null, created_at },
  });
  const typed = `trunk create ${of} --name typed --host 192.0.2.7 --transport tls --user acme --codecs opus,alaw`;
  const { port, codecs } = await json(typed, {}, 'typed secret');
  assert.deepEqual([port, codecs], [5061, ['opus', 'alaw']]);
  const plain = await json(`trunk create ${of} --name plain --host 2001:db8::7 --port 5080 --transport tcp`);
  assert.deepEqual([plain.username, plain.port, plain.transport], [null, 5080, 'tcp']);

  const stored = await query(app, 'select name, password from trunks where tenant_id = $1 order by trunk_id', [
    tenantId,
  ]);
  assert.deepEqual(
    stored.map(({ name, password }) => openTrunkPassword(box, { tenantId, name }, password)),
    ['open sesame', 'typed secret', null],
  );
  assert.throws(() => openTrunkPassword(box, { tenantId, name: 'typed' }, stored[0]?.password), 'in another place');
  assert.doesNotMatch(String(stored[0]?.password), /sesame/);
  const { out } = await run(`trunk list ${of}`);
  assert.match(out, /^\d+ +carrier +sip\.carrier\.example +5060 +udp +acme +unknown$/m);
  const { out: shown } = await run(`trunk show ${of} --name carrier`);
  assert.match(shown, /^codecs +ulaw,alaw$/m);
  assert.doesNotMatch(out + shown, /sesame|secret/);
});

test('only the given fields of a trunk change, and its password with its user', async () => {
  const { of, tenantId } = await newTenant();
  await json(`trunk create ${of} ${carrier} --user acme --from-user acme`, { TRUNK_PASSWORD: 'old' });
  const update = (options: string, more = {}) => json(`trunk update ${of} --name carrier ${options}`, more);
  const password = async () => {
    const [stored] = await query(app, 'select password from trunks where tenant_id = $1', [tenantId]);
    return openTrunkPassword(box, { tenantId, name: 'carrier' }, stored?.password);
  };
  assert.deepEqual(await update('--user acme', { TRUNK_PASSWORD: 'new' }), { name: 'carrier', changed: ['password'] });
  assert.equal(await password(), 'new');
  for (const elsewhere of ['--port 5070', '--host evil.example', '--transport tcp'])
    assert.match(await refusal(`trunk update ${of} --name carrier ${elsewhere}`, 1), /^password is required again/);
  const moved = await update('--port 5070 --codecs alaw --from-user none --user acme', { TRUNK_PASSWORD: 'new' });
  assert.deepEqual(moved.changed, [...['port', 'codecs', 'from_user']]);
  assert.deepEqual([await password(), (await update('--port 5070')).changed], ['new', []]);
  assert.deepEqual((await update('--user none')).changed, ['username', 'password']);
  const [{ host, port, username, codecs, from_user }] = await json(`trunk list ${of}`);
  assert.deepEqual([host, port, username, codecs, from_user], ['sip.carrier.example', 5070, null, ['alaw'], null]);

  assert.match(await refusal(`trunk update ${of} --name carrier`, 2), /^There is nothing to change\./);
  assert.match(await refusal(`trunk update ${of} --name carrier --host a_b`, 1), /^host must be/);
  assert.match(await refusal(`trunk update ${of} --name carrier --user acme`, 1), /^username requires a password/);
  assert.match(await refusal(`trunk update ${of} --name other --port 1`, 1), /has no trunk "other"/);
  const { of: another } = await newTenant();
  assert.match(await refusal(`trunk update ${another} --name carrier --port 1`, 1), /has no trunk "carrier"/);
});

test('the program itself reads the password of a trunk from standard input', async () => {
  const { of, tenantId } = await newTenant();
  const args = `${join(import.meta.dirname, '../main.ts')} trunk create ${of} ${carrier} --user acme --json`.split(' ');
  const child = spawn(process.execPath, args, { env: { ...process.env, ...environment } });
  child.stdin.end('piped secret\nanother line\n');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
  const [stored] = await query(app, 'select name, password from trunks where tenant_id = $1', [tenantId]);
  assert.equal(openTrunkPassword(box, { tenantId, name: 'carrier' }, stored?.password), 'piped secret');
});

test('a trunk that could not work is refused with every reason', async () => {
  const { of } = await newTenant();
  const cases = [
    [`${of} --name x --host bad_host`, /^host must be a host name such as/],
    [`${of} --name x --host 192.0.2.999`, /^host must be/],
    [`${of} --name x --host sip.example:5060`, /^host must be .*without a port/],
    [`${of} --name x --host a;b`, /^host must be/],
    [`${of} --name none --host sip.example`, /^name must not be none, which means no trunk/],
    [`${of} --name x --host sip.example --codecs mp3`, /^codecs must contain only ulaw, alaw/],
    [`${of} --name x --host sip.example --codecs ulaw,ulaw`, /^codecs must contain only .*each at most once/],
    [`${of} --name x --host sip.example --user acme`, /^username requires a password\. Send both\.$/],
    [
      `${of} --name x --host a_b --user a;b --codecs x`,
      /^host .* codecs .* username must .* username requires a password/,
    ],
    ['--tenant 999999 --name x --host sip.example', /^There is no tenant 999999/],
  ] as const;
  for (const [options, sentence] of cases) assert.match(await refusal(`trunk create ${options}`, 1), sentence, options);
  for (const options of ['--port 0', '--port 70000', '--port x', '--transport sctp', '--password secret'])
    assert.match(await refusal(`trunk create ${of} ${carrier} ${options}`, 2), /must be|There is no option/, options);
  assert.deepEqual(await json(`trunk list ${of}`), []);
});

test('names of trunks are unique in a tenant, and one in use is not removed', async () => {
  const [one, two] = [await newTenant(), await newTenant()];
  await json(`trunk create ${one.of} ${carrier}`);
  assert.match(await refusal(`trunk create ${one.of} ${carrier}`, 1), /already has a trunk "carrier"/);
  assert.match(await refusal(`trunk remove ${two.of} --name carrier`, 1), /has no trunk "carrier"/);
  await json(`trunk create ${two.of} ${carrier}`);

  await json(`project update ${one.of} --project ${one.project} --trunk carrier`);
  assert.match(
    await refusal(`trunk remove ${one.of} --name carrier`, 1),
    new RegExp(`in use by project ${one.project}\\.`),
  );
  await json(`project update ${one.of} --project ${one.project} --trunk none`);
  assert.equal((await json(`trunk remove ${one.of} --name carrier`)).name, 'carrier');
  assert.match(await refusal(`trunk remove ${one.of} --name carrier`, 1), /has no trunk "carrier"/);
  assert.equal((await json(`trunk list ${two.of}`)).length, 1);
});

test('a number leads to one project in the world', async () => {
  const [one, two] = [await newTenant(), await newTenant()];
  const number = `+8150${String(one.tenantId).padStart(8, '0')}`;
  assert.deepEqual(await json(`number add ${one.of} --number ${number.replace('+81', '0')} --project ${one.project}`), {
    number,
    project_id: one.project,
  });
  const [listed] = await json(`number list ${one.of}`);
  assert.deepEqual([listed.number, listed.project_id, listed.project], [number, one.project, 'Sales']);
  assert.match(
    await refusal(`number add ${one.of} --number ${number} --project ${one.project}`, 1),
    /already belongs to project \d+/,
  );
  const belongsToAnother = /^This number belongs to another tenant\. Check the number, or ask the operator\.$/;
  assert.match(await refusal(`number add ${two.of} --number ${number} --project ${two.project}`, 1), belongsToAnother);
  assert.match(await refusal(`number remove ${two.of} --number ${number}`, 1), /does not have this number/);
  assert.match(
    await refusal(`number add ${two.of} --number +81312349999 --project ${one.project}`, 1),
    /has no project/,
  );
  assert.match(
    await refusal(`number add ${two.of} --number 12 --project ${two.project}`, 1),
    /^number must be an inter/,
  );
  assert.deepEqual(await json(`number list ${two.of}`), []);
  assert.deepEqual(await json(`number remove ${one.of} --number ${number}`), { number });
  await json(`number add ${two.of} --number ${number} --project ${two.project}`);
});

test('settings of a project change one by one, and the others stay', async () => {
  const { of, project, staff } = await newTenant();
  await json(`trunk create ${of} ${carrier}`);
  const listed = async () => {
    const [{ project_id, name, is_active, created_at, ...settings }] = await json(`project list ${of}`);
    assert.deepEqual([project_id, name, is_active], [project, 'Sales', true]);
    return settings;
  };
  const untouched = {
    ...{ caller_id: null, trunk: null, records_calls: true, announces_recording: false, has_voicemail: false },
    accepts_anonymous: true,
    ...{ ring_strategy: 'all', staff_ids: [], language: null, analyses_calls: true },
  };
  assert.deepEqual(await listed(), untouched);
  const update = `project update ${of} --project ${project}`;
  await json(`${update} --caller-id 03-1234-5678 --trunk carrier --recording off --announcement on --voicemail on`);
  await json(
    `${update} --ring in_order --staff ${staff[1]},${staff[0]} --language pt-br --analysis off --anonymous off`,
  );
  const changed = {
    ...{ caller_id: '+81312345678', trunk: 'carrier', records_calls: false, announces_recording: true },
    ...{ has_voicemail: true, ring_strategy: 'in_order', staff_ids: [staff[1], staff[0]], language: 'pt-BR' },
    ...{ analyses_calls: false, accepts_anonymous: false },
  };
  assert.deepEqual(await listed(), changed);
  await json(`${update} --staff ${staff[0]},${staff[1]}`);
  assert.deepEqual(await listed(), { ...changed, staff_ids: staff });
  assert.equal((await json(`${update} --language auto`)).language, 'auto');
  await json(`${update} --caller-id none --trunk none --staff all --language none`);
  assert.deepEqual(await listed(), { ...changed, caller_id: null, trunk: null, staff_ids: [], language: null });
});

test('a project accepts only usable values, and only records of its own tenant', async () => {
  const [one, two] = [await newTenant(), await newTenant()];
  await json(`trunk create ${two.of} ${carrier}`);
  const update = `project update ${one.of} --project ${one.project}`;
  const cases = [
    [`${update} --trunk carrier`, /^This tenant has no trunk "carrier"\.$/],
    [
      `${update} --caller-id 12 --language japanese --trunk x`,
      /^caller_id must be .* language must be .* no trunk "x"/,
    ],
    [`${update} --staff ${two.staff[0]}`, /has no active staff member/],
    [`${update} --staff ${one.staff[0]},${one.staff[0]}`, /each staff member only once/],
    [`project update ${one.of} --project ${two.project} --voicemail on`, /has no project/],
  ] as const;
  for (const [line, sentence] of cases) assert.match(await refusal(line, 1), sentence, line);
  const written = [
    [update, /^There is nothing to change\. Add at least one of --caller-id, --trunk/],
    [`${update} --recording yes`, /^--recording must be on or off\.$/],
    [`${update} --ring random`, /^--ring must be all or in_order\.$/],
    [`${update} --staff 1,x`, /^--staff must be numbers separated by commas, such as 3,5,8, or all\.$/],
  ] as const;
  for (const [line, sentence] of written) assert.match(await refusal(line, 2), sentence, line);
  assert.equal((await json(`project list ${one.of}`))[0].caller_id, null);
});

test('a staff member has one account, whose password is shown once and renewed', async () => {
  const { of, tenantId, staff } = await newTenant();
  const [staffId] = staff;
  const account = await json(`staff account ${of} --staff ${staffId}`);
  const { username, password } = account;
  assert.deepEqual(account, {
    ...{ staff_id: staffId, username: `staff-${staffId}`, password, realm: 'trunkline', phone: `sip:staff-${staffId}` },
  });
  assert.match(password, /^[a-z2-9]{24}$/);

  const digest = async () => {
    const [row] = await query(app, 'select username, ha1 from sip_accounts where staff_id = $1', [staffId]);
    assert.equal(row?.username, username);
    return openDigest(box, { tenantId, staffId }, row?.ha1);
  };
  const expected = (password: string) => createHash('md5').update(`${username}:trunkline:${password}`).digest('hex');
  assert.equal(await digest(), expected(password));

  await json(`staff update ${of} --staff ${staffId} --phone 090-1234-5678`);
  const renewed = await json(`staff account ${of} --staff ${staffId}`);
  assert.notEqual(renewed.password, password);
  assert.deepEqual([renewed.username, renewed.phone], [username, '+819012345678']);
  assert.equal(await digest(), expected(renewed.password));

  const { out } = await run(`staff account ${of} --staff ${staffId}`);
  assert.match(out, /Copy the password now/);
  assert.match(out, new RegExp(`user name, authentication name +${username}\\n`));
  assert.ok(!(await run(`staff list ${of}`)).out.includes(renewed.password));
});

test('a staff member is called at a number, an address or the own account, never at that of another', async () => {
  const { of, staff } = await newTenant();
  const [one, two] = staff;
  const update = (staffId: number) => `staff update ${of} --staff ${staffId} --phone`;
  assert.match(
    await refusal(`${update(one)} account`, 1),
    /has no account yet\. Create one: \.\/trunkline staff account --tenant T --staff \d+/,
  );
  await json(`staff account ${of} --staff ${one}`);
  for (const [typed, phone] of [
    ['sip:alice@pbx.example', 'sip:alice@pbx.example'],
    ['none', null],
    ['account', `sip:staff-${one}`],
  ])
    assert.deepEqual(await json(`${update(one)} ${typed}`), { staff_id: one, phone });
  const listed = await json(`staff list ${of}`);
  assert.deepEqual(
    listed.map(({ phone, username }: { phone: string; username: string }) => [phone, username]),
    [
      [`sip:staff-${one}`, `staff-${one}`],
      [null, null],
    ],
  );
  for (const typed of [`sip:staff-${one}`, `SIP:staff-${one}`, `sips:Staff-${one}@pbx.example`, 'sip:trunk-1;x=y', 'x'])
    assert.match(
      await refusal(`${update(two)} ${typed}`, 1),
      /^phone must (not be the address of a Trunkline account|be a SIP address)/,
      typed,
    );
  assert.match(
    await refusal(`staff create ${of} --name Eve --phone sip:staff-${one}`, 1),
    /^phone must not be the address of a Trunkline account/,
  );
  const other = await newTenant();
  for (const line of [
    `staff account ${other.of} --staff ${one}`,
    `staff update ${other.of} --staff ${one} --phone none`,
  ])
    assert.match(await refusal(line, 1), /has no staff member/, line);
});

test('limits are set one by one, shown, and act on a server that is running', async () => {
  const { of, tenantId, project, staff } = await newTenant();
  const { key } = await buildKey(app, tenantId, { kind: 'live' });
  const call = { staff_id: staff[0], project_id: project, phone_number: '+819012345678' };
  const start = (fields = {}) => client(app, key).post('/calls/initiate', { ...call, ...fields });
  assert.equal((await start({ phone_number: '+18765550100' })).status, 200);

  const limits = `tenant limits ${of}`;
  const shown = { tenant_id: tenantId, timezone: 'Asia/Tokyo' };
  const none = { allowed_countries: null, most_live_calls: null, most_daily_live_calls: null };
  assert.deepEqual(await json(limits), { ...shown, ...none });
  const countries = { ...shown, ...none, allowed_countries: ['JP', 'US'] };
  assert.deepEqual(await json(`${limits} --countries JP,US,JP`), countries);
  await until(async () => (await start({ staff_id: staff[1], phone_number: '+18765550100' })).status === 422);
  assert.deepEqual(await json(`${limits} --live-calls 1 --daily-live-calls 500`), {
    ...{ ...countries, most_live_calls: 1, most_daily_live_calls: 500 },
  });
  await until(async () => (await start({ staff_id: staff[1] })).status === 429);
  assertProblem(await start({ staff_id: staff[1] }), 429, 'rate_limited');
  assert.deepEqual(await json(`${limits} --countries any --live-calls none --daily-live-calls none`), {
    ...shown,
    ...none,
  });
  await until(async () => (await start({ staff_id: staff[1] })).status === 200);

  assert.match(
    await refusal(`${limits} --countries JP,Japan,xx`, 1),
    /There is no country "Japan".* There is no country "xx"/,
  );
  assert.match(await refusal(`${limits} --countries JP,`, 2), /^--countries must be a list.*, or any\.$/);
  for (const value of ['-1', '1.5', 'many', '99999999999'])
    assert.match(
      await refusal(`${limits} --live-calls=${value}`, 2),
      /^--live-calls must be a whole number.*, or none\.$/,
    );
  assert.match(await refusal('tenant limits --tenant 999999', 1), /^There is no tenant 999999/);
});

test('a tenant has a language, its own retention for recordings, analysis on or off, and telephony owned by the operator or not', async () => {
  const { of, tenantId } = await newTenant();
  const settings_by_tenant = ['name', 'timezone', 'language', 'recording_days', 'analysis'];
  const usual = { recording_days: null, analyses_calls: true, settings_by_tenant, telephony_by: 'tenant' };
  const speaking = { tenant_id: tenantId, language: 'ja', ...usual };
  assert.deepEqual(await json(`tenant update ${of} --language JA`), speaking);
  assert.deepEqual(await json(`tenant update ${of} --recording-days 0`), { ...speaking, recording_days: 0 });
  assert.deepEqual(await json(`tenant update ${of} --recording-days 30`), { ...speaking, recording_days: 30 });
  assert.deepEqual(await json(`tenant update ${of}`), { ...speaking, recording_days: 30 });
  assert.deepEqual(await json(`tenant update ${of} --recording-days default`), speaking);
  assert.deepEqual(await json(`tenant update ${of} --analysis off`), { ...speaking, analyses_calls: false });
  assert.deepEqual(await json(`tenant update ${of} --analysis on`), speaking);
  const kept = { ...speaking, telephony_by: 'operator' };
  assert.deepEqual(await json(`tenant update ${of} --telephony operator`), kept);
  assert.deepEqual(await json(`tenant update ${of} --telephony tenant`), speaking);
  for (const [list, left] of [
    ['none', []],
    ['name,country', ['name', 'country']],
    [settings_by_tenant.join(','), settings_by_tenant],
  ] as const)
    assert.deepEqual(await json(`tenant update ${of} --tenant-settings ${list}`), {
      ...speaking,
      settings_by_tenant: left,
    });
  assert.match(await refusal(`tenant update ${of} --tenant-settings limits`, 1), /There is no setting "limits"/);
  assert.match(await refusal(`tenant update ${of} --telephony off`, 2), /^--telephony must be tenant or operator\.$/);
  assert.match(
    await refusal(`tenant update ${of} --recording-days=-1`, 2),
    /^--recording-days must be.*, or default\.$/,
  );
  assert.deepEqual(await json(`tenant update ${of} --language auto`), { ...speaking, language: 'auto' });
  assert.match(await refusal(`tenant update ${of} --language japanese`, 1), /^language must be a language code/);
  assert.deepEqual(await json(`tenant update ${of} --language none`), { ...speaking, language: null });
});

test('without the key for secrets, operations that need it are refused and say so', async () => {
  const { of, staff } = await newTenant();
  const { code, err } = await run(`staff account ${of} --staff ${staff[0]}`, { DATABASE_URL: databaseUrl });
  assert.equal(code, 1);
  assert.match(err, /Set SECRETS_KEY to that key\.$/m);
});
