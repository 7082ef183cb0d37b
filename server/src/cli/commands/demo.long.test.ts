import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { browser } from '../../../test/browser.ts';
import { commandLine } from '../../../test/command-line.ts';
import { launchCommand, type RunningProgram, serve, serving, temporaryDataFolder } from '../../../test/program.ts';
import { until } from '../../../test/until.ts';
import { findRunningServer } from '../installation/one-server.ts';

// The first things that a newcomer sees, and can see again on request. The tests depend on their order.

const dataDir = temporaryDataFolder();
const settings = { DATA_DIR: dataDir };
const { run } = commandLine(settings);

const demo = async () => JSON.parse((await run('demo --json')).out);

async function stop({ child, ended }: RunningProgram): Promise<void> {
  child.kill('SIGINT');
  assert.equal(await ended, 0);
}

const shown = { password: '', test_key: '', live_key: '' };

test('the credentials of the first start are shown again, beside the server and without it', async () => {
  const server = await serve(settings);
  const value = (label: string) => new RegExp(`^  ${label} +(\\S+)$`, 'm').exec(server.output())?.[1] ?? '';
  Object.assign(shown, { password: value('Password'), test_key: value('Test key'), live_key: value('Live key') });
  assert.deepEqual(await demo(), { address: server.address, email: 'admin@demo.example', ...shown });
  const { out } = await run('demo');
  assert.match(out, /^The password works once: you choose your own at the first sign-in\.$/m);
  assert.match(server.output(), new RegExp(`^  DATA_DIR=${dataDir} \\./trunkline demo$`, 'm'));
  await stop(server);

  assert.deepEqual(await demo(), { address: null, email: 'admin@demo.example', ...shown });
  assert.match((await run('demo')).out, /^The server is not running\. Start it with: npm start$/m);
});

test('a later start says how to see it, until the password was used; then it is gone, and no command shows it', async () => {
  const server = await serve(settings);
  assert.match(
    server.output(),
    /^For the sign-in and the keys of the demo tenant, run: DATA_DIR=\S+ \.\/trunkline demo$/m,
  );
  const { email, password } = await demo();
  const page = browser(server);
  assert.equal((await page.post('/session', { email, password })).status, 200);
  assert.deepEqual(await demo(), { address: server.address, email, ...shown, password: null });
  const { out } = await run('demo');
  assert.match(out, /^password +-$/m);
  const reset = /^ {2}DATA_DIR=\S+ \.\/trunkline (admin reset-password .*)$/m.exec(out)?.[1] ?? '';
  assert.equal((await browser(server).post('/session', { email, password })).status, 401);

  const other = /^password +(\S+)$/m.exec((await run(reset)).out)?.[1];
  const again = browser(server);
  assert.equal((await again.post('/session', { email, password: other })).status, 200);
  assert.equal((await again.put('/session/password', { new_password: 'a password of my own' })).status, 200);
  assert.equal((await demo()).password, null);
  await stop(server);

  const later = await serve(settings);
  assert.doesNotMatch(later.output(), /For the sign-in/);
  await stop(later);
});

test('a key that was revoked is not shown any more', async () => {
  const [key] = JSON.parse((await run('key list --tenant 1 --json')).out);
  await run(`key revoke --tenant 1 --key ${key.key_id}`);
  assert.deepEqual(await demo(), {
    ...{ address: null, email: 'admin@demo.example', password: null },
    ...{ test_key: null, live_key: shown.live_key },
  });
  const { out } = await run('demo');
  assert.match(
    out,
    /^The test key was revoked or rotated\. Create another one:\n.* key create --tenant 1 --kind test /m,
  );
  assert.doesNotMatch(out, /The live key was/);
});

test('on a terminal the log is readable, and the banner comes after it', async (t) => {
  if (spawnSync('script', ['--version']).status !== 0) return t.skip('there is no script(1) here');
  const folder = temporaryDataFolder();
  const main = join(import.meta.dirname, '../../main.ts');
  const line = `'${process.execPath}' '${main}' serve`;
  const terminal = await serving(launchCommand('script', ['-qec', line, '/dev/null'], { DATA_DIR: folder }));
  const [before = '', banner = ''] = terminal.output().split('Trunkline is running.');
  assert.match(before, /\d\d:\d\d:\d\d\S* database migrated/);
  assert.match(before, /server listening \S*event=server\.listening/);
  assert.doesNotMatch(before, /^\{/m);
  assert.match(banner, /Password +\S{20,}\r\n/);
  await fetch(`${terminal.address}/health/live`);
  await until(() => /GET \/health\/live 200 in [\d.]+ ms/.test(terminal.output()));
  process.kill(findRunningServer(folder)?.pid ?? 0, 'SIGINT');
  await terminal.ended;
});

test('without a demo tenant, the command says so', async () => {
  const { run } = commandLine({ DATA_DIR: temporaryDataFolder() });
  assert.equal((await run('tenant create --name Acme')).code, 0);
  const { code, err } = await run('demo');
  assert.equal(code, 1);
  assert.match(err, /^There is no demo tenant here\. Only the first start /);
});
