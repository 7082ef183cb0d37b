import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { atEnd } from '../../test/at-end.ts';
import { until } from '../../test/until.ts';
import { guardedAgent } from './sending/guarded-agent.ts';
import { sendRequest } from './sending/send-request.ts';
import { signatureHeaders } from './sending/sign.ts';

// The verifiers in the documentation, run unchanged by the interpreters that this machine has.

const docs = join(import.meta.dirname, '../../../docs');
const folder = join(docs, 'verify-webhook');

const interpreters: Record<string, { command: string; args: string[]; version: string[] }> = {
  'verify.mjs': { command: process.execPath, args: [], version: ['--version'] },
  'verify.py': { command: 'python3', args: [], version: ['--version'] },
  'verify.php': { command: 'php', args: [], version: ['--version'] },
  'verify.rb': { command: 'ruby', args: [], version: ['--version'] },
  'verify.go': { command: 'go', args: ['run'], version: ['version'] },
};

const [secret, other] = ['01234567890123456789012345678901', 'abcdefghijabcdefghijabcdefghijab'].map(
  (bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`,
) as [string, string];
const body = '{"id":"evt_01KA3HDNJ47K45VGPGDPSZXXF4","data":{"name":"山田 太郎 😀","escaped":"\\u0000 \\/"}}';

const signed = (secrets: string[], { secondsAgo = 0, of = body } = {}) =>
  signatureHeaders(secrets, { id: 'evt_1', body: of }, new Date(Date.now() - secondsAgo * 1_000))[
    'x-service-signature'
  ];

/** Signed when it is used: a busy machine may need minutes for all of them. */
type Case = [what: string, header: () => string];

const good: Case[] = [
  ['one signature', () => signed([secret])],
  ['the new one of two', () => signed([secret, other])],
  ['the old one of two', () => signed([other, secret])],
  ['almost five minutes old', () => signed([secret], { secondsAgo: 270 })],
  ['from a clock that is ahead', () => signed([secret], { secondsAgo: -270 })],
  ['written with blanks, and with schemes to come', () => `${signed([secret]).replaceAll(',', ' , ')},v2=abc,x`],
];
const forged: Case[] = [
  ['another body', () => signed([secret], { of: `${body} ` })],
  ['another secret', () => signed([other])],
  ['two others', () => signed([other, other])],
  ['old', () => signed([secret], { secondsAgo: 320 })],
  ['from the future', () => signed([secret], { secondsAgo: -330 })],
  [
    'an old one with a new time',
    () => signed([secret], { secondsAgo: 320 }).replace(/t=\d+/, `t=${Math.floor(Date.now() / 1_000)}`),
  ],
  ['two times', () => `t=${Math.floor(Date.now() / 1_000)},${signed([secret], { secondsAgo: 320 })}`],
  ['no time', () => signed([secret]).replace(/t=\d+,/, '')],
  ['a time that is no number', () => signed([secret]).replace(/t=\d+/, 't=1e99')],
  ['half of a signature', () => signed([secret]).slice(0, -32)],
  ['more than a signature', () => `${signed([secret])}00`],
  ['no signature', () => signed([secret]).replace(/,.*/, '')],
  ['an empty signature', () => signed([secret]).replace(/v1=.*/, 'v1=')],
  ['under another name', () => signed([secret]).replace('v1=', 'v0=')],
  ['what is no hex', () => signed([secret]).replace(/v1=../, 'v1=zz')],
  ['nothing', () => ''],
];

async function verify(file: string, header: string): Promise<string> {
  const { command, args } = interpreters[file] as (typeof interpreters)[string];
  const env = { ...process.env, WEBHOOK_SECRET: secret };
  const child = spawn(command, [...args, join(folder, file), header], { env, stdio: 'pipe' });
  child.stdin.end(body);
  const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return `${said.trim()} ${code} ${complained}`.trim();
}

test('there is an interpreter to name for every verifier', () => {
  const files = readdirSync(folder).filter((name) => name.startsWith('verify.'));
  assert.deepEqual(files.toSorted(), Object.keys(interpreters).toSorted());
});

for (const [file, { command, version }] of Object.entries(interpreters)) {
  test(`${file} distinguishes signed from forged requests`, async (t) => {
    if (spawnSync(command, version).status !== 0) return t.skip(`${command} is not on this machine`);
    for (const [what, header] of good) assert.equal(await verify(file, header()), 'genuine 0', what);
    for (const [what, header] of forged) assert.equal(await verify(file, header()), 'forged 1', what);
  });
}

test('the page shows every verifier and the receiver as they are', () => {
  const page = readFileSync(join(docs, 'webhooks.md'), 'utf8');
  for (const name of readdirSync(folder))
    assert.ok(page.includes(readFileSync(join(folder, name), 'utf8')), `docs/webhooks.md shows another ${name}`);
});

test('the receiver of the page accepts genuine requests and refuses others', async () => {
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' };
  const receiver = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atEnd(() => receiver.kill());
  let said = '';
  receiver.stdout.on('data', (data) => {
    said += data;
  });
  const url = await until(() => /Waiting at (http:\S+)/.exec(said)?.[1]);
  const agent = guardedAgent('anywhere');
  atEnd(() => agent.destroy());
  const statusOf = async (secrets: string[]) => {
    const sent = JSON.stringify({ type: 'call.completed' });
    const headers = signatureHeaders(secrets, { id: 'evt_1', body: sent }, new Date());
    const outcome = await sendRequest(agent, { url, headers, body: sent });
    return outcome.kind === 'late' ? undefined : outcome.status;
  };
  assert.equal(await statusOf([secret]), 200);
  assert.equal(await statusOf([other]), 400);
  await until(() => said.endsWith('verified evt_1 call.completed\nrefused: forged\n'));
});
