import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../test/at-end.ts';
import { commandLine } from '../../../test/command-line.ts';
import { secretsKey } from '../../../test/secrets.ts';
import { createTestDatabase } from '../../../test/test-database.ts';

const { run, json, refusal, newTenant } = commandLine({
  DATABASE_URL: await createTestDatabase(),
  SECRETS_KEY: secretsKey,
});

const folder = mkdtempSync(join(tmpdir(), 'trunkline-telephony-'));
atEnd(() => rmSync(folder, { recursive: true }));

let files = 0;
function fileOf(content: unknown): string {
  const file = join(folder, `${++files}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

test('a file sets up trunks, numbers and projects, and changes nothing when applied again', async () => {
  const { of, tenantId, project, staff } = await newTenant();
  const { project_id: support } = await json(`project create ${of} --name Support`);
  const number = `+8150${String(tenantId).padStart(8, '0')}`;
  const trunk = { name: 'carrier', host: 'sip.carrier.example', username: 'acme', password_env: 'CARRIER_PASSWORD' };
  const content = {
    trunks: [trunk, { name: ' spare ', host: ' 192.0.2.7 ' }],
    numbers: [{ number: number.replace('+81', '0'), project_id: project }],
    projects: [
      { project_id: project, caller_id: number, trunk: 'carrier', staff_ids: staff, ring_strategy: 'in_order' },
      { project_id: support, records_calls: true },
    ],
  };
  const apply = (content: unknown, password = 'one') =>
    json(`telephony apply ${of} --file ${fileOf(content)}`, { CARRIER_PASSWORD: password });
  assert.deepEqual(await apply(content), [
    { kind: 'trunk', name: 'carrier', change: 'created', fields: [] },
    { kind: 'trunk', name: 'spare', change: 'created', fields: [] },
    { kind: 'number', name: number, change: 'added', fields: ['project_id'] },
    {
      kind: 'project',
      name: `${project}`,
      change: 'changed',
      fields: ['caller_id', 'trunk', 'staff_ids', 'ring_strategy'],
    },
  ]);
  assert.deepEqual(await apply(content), []);
  const same = await run(`telephony apply ${of} --file ${fileOf({})}`);
  assert.equal(same.out, 'Everything is as the file says already.\n');

  assert.deepEqual(await apply({ trunks: [trunk] }, 'two'), [
    { kind: 'trunk', name: 'carrier', change: 'changed', fields: ['password'] },
  ]);
  const changed = {
    trunks: [{ name: 'carrier', port: 5070, username: null }],
    numbers: [{ number, project_id: support }],
  };
  assert.deepEqual(await apply(changed), [
    { kind: 'trunk', name: 'carrier', change: 'changed', fields: ['port', 'username', 'password'] },
    { kind: 'number', name: number, change: 'moved', fields: ['project_id'] },
  ]);
  const trunks = await json(`trunk list ${of}`);
  assert.deepEqual(
    trunks.map(({ name, host, port, username }: Record<string, unknown>) => [name, host, port, username]),
    [
      ['carrier', 'sip.carrier.example', 5070, null],
      ['spare', '192.0.2.7', 5060, null],
    ],
  );
});

test('a file with faults changes nothing, and all of them are reported', async () => {
  const [one, two] = [await newTenant(), await newTenant()];
  const taken = `+8150${String(two.tenantId).padStart(8, '0')}`;
  await json(`number add ${two.of} --number ${taken} --project ${two.project}`);
  const apply = (content: unknown) => refusal(`telephony apply ${one.of} --file ${fileOf(content)}`, 1);
  const output = await apply({
    trunks: [{ name: 'good', host: 'sip.example' }, { name: 'bad', host: 'a_b' }, { name: 'hostless' }],
    numbers: [{ number: taken, project_id: one.project }],
    projects: [
      { project_id: one.project, has_voicemail: true, trunk: 'good' },
      { project_id: two.project, has_voicemail: true },
      { project_id: one.project, staff_ids: [two.staff[0]], caller_id: 'x' },
    ],
  });
  assert.deepEqual(output.match(/(trunks|numbers|projects)\[\d\](?=:)/g), [
    'trunks[1]',
    'trunks[2]',
    'numbers[0]',
    'projects[1]',
    'projects[2]',
    'projects[2]',
  ]);
  assert.deepEqual(await json(`trunk list ${one.of}`), []);
  assert.equal((await json(`project list ${one.of}`))[0].has_voicemail, false);
  assert.equal((await json(`project list ${two.of}`))[0].has_voicemail, false);

  const twice = {
    trunks: ['same', ' same '].map((name) => ({ name, host: 'sip.example' })),
    numbers: ['+81312345678', '03-1234-5678'].map((number) => ({ number, project_id: one.project })),
  };
  assert.match(
    await apply(twice),
    /trunks\[1\]: "same" is in the file twice\..*numbers\[1\]: "\+81312345678" is in the file twice\./s,
  );
  assert.deepEqual(await json(`trunk list ${one.of}`), []);

  const cases = [
    ['{', /^The file is not a JSON object/],
    ['[]', /^The file is not a JSON object/],
    [{ trunk: [] }, /^Unknown field "trunk"\. Did you mean "trunks"\?$/],
    [{ trunks: [{ name: 'x', hots: 'y' }] }, /^Unknown field "hots"\. Did you mean "host"\?$/],
    [{ trunks: [{ name: 'x', host: 'y', port: '5060', codecs: ['mp3'] }] }, /port must be a whole number/],
    [{ numbers: [{ number: '+81312345678' }] }, /^numbers\[0\]\.project_id is required/],
    [
      { trunks: [{ name: 'x', host: 'y', username: 'u', password_env: 'NOT_SET' }] },
      /variable NOT_SET, which is not set/,
    ],
  ] as const;
  for (const [content, sentence] of cases) assert.match(await apply(content), sentence);
  assert.match(
    await refusal(`telephony apply ${one.of} --file ${join(folder, 'none.json')}`, 1),
    /cannot be read: ENOENT/,
  );
  const anywhere = fileOf({});
  assert.match(await refusal(`telephony apply --tenant 999999 --file ${anywhere}`, 1), /^There is no tenant 999999/);
});
