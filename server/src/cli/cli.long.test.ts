import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { commandLine } from '../../test/command-line.ts';
import * as program from '../../test/program.ts';
import { postmasterPid, temporaryDataFolder } from '../../test/program.ts';
import { openConnection, requestHead } from '../../test/raw-http.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';

// Runs the real program in child processes on a real data folder, from the first start on. The tests depend on their order.

const dataDir = temporaryDataFolder("an operator's data");
const neverMade = temporaryDataFolder();
const repository = join(import.meta.dirname, '../../..');

type Settings = Record<string, string>;

const launch = (args: string[], settings?: Settings) => program.launch(args, { DATA_DIR: dataDir, ...settings });
const serve = (settings?: Settings) => program.serve({ DATA_DIR: dataDir, ...settings });

async function run(line: string, settings?: Settings) {
  const { output, errors, ended } = launch(line.split(' '), settings);
  return { code: await ended, out: output(), err: errors() };
}

/** Runs a command in this process, for queries only. */
const ask = async (line: string, settings: Settings = {}) =>
  JSON.parse((await commandLine({ DATA_DIR: dataDir, ...settings }).run(`${line} --json`)).out);

async function stop({ child, ended, errors }: program.RunningProgram, signal: NodeJS.Signals = 'SIGINT') {
  child.kill(signal);
  assert.deepEqual([await ended, errors()], [0, '']);
}

/** PostgreSQL removes its pid file when it has stopped. Its process may remain as a zombie until its parent reaps it. */
const isRunning = (dataDir: string) => postmasterPid(dataDir) !== undefined;

async function statusOf(address: string, key: string): Promise<number> {
  return (await fetch(`${address}/api/v1/customers`, { headers: { authorization: `Bearer ${key}` } })).status;
}

/** The output of a line that an operator types into a terminal. */
async function typed(line: string): Promise<string> {
  const { DATABASE_URL: _url, DATA_DIR: _folder, ...env } = process.env;
  return (await promisify(execFile)('sh', ['-c', line], { cwd: repository, env })).stdout;
}

let testKey = '';

test('the first start shows a banner, and its lines work as printed, the curl line again and again', async () => {
  const server = await serve();
  const banner = server.output();
  assert.match(banner, /Email +admin@demo\.example\n +Password +\S{20,}\n/);
  assert.match(banner, /Live key +tl_live_\w+\n/);
  assert.match(banner, /Live calls are simulated/);
  const [lines = '', shown = ''] = banner.split(/^(?=\nTrunkline is running\.$)/m);
  const logged = lines
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  assert.equal(logged.filter(({ event }) => event === 'database.migrated').length, 1, lines);
  assert.ok(
    logged.some(({ event }) => event === 'server.listening'),
    'every line of the start comes before the banner',
  );
  assert.doesNotMatch(shown, /^\{/m);
  testKey = /Test key +(tl_test_\w+)\n/.exec(banner)?.[1] ?? '';

  const line = /^ +(curl .*)$/m.exec(banner)?.[1] ?? '';
  for (let i = 0; i < 2; i++) {
    assert.equal(JSON.parse(await typed(line)).data.tel1, '+819012345678');
  }
  assert.equal((await fetch(`${server.address}/docs`)).status, 200);

  const [keyLine = '', adminLine = ''] = banner.match(/^ +\S.* (key|admin) create .*$/gm) ?? [];
  const key = /^key +(tl_test_\w+)$/m.exec(await typed(keyLine))?.[1] ?? '';
  assert.equal(await statusOf(server.address, key), 200);
  assert.match(await typed(adminLine), /^password +\S{20,}$/m);
  await stop(server);
});

test('a server on every interface prints an address that clients can connect to', async (t) => {
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found?.map(({ address }) => address));
  if (!addresses.includes('::1')) return t.skip('this machine has no IPv6');
  const server = await serve({ HOST: '::' });
  assert.match(server.address, /^http:\/\/\[::1\]:\d+$/);
  assert.equal(await statusOf(server.address, testKey), 200);
  await stop(server);
});

test('a later start greets in one line, says how to see the first banner again, and knows the keys of before', async () => {
  const server = await serve();
  assert.match(
    server.output(),
    /^Trunkline is running at .*\/docs\..*\nFor the sign-in and the keys of the demo tenant, run: .* demo\n$/m,
  );
  assert.doesNotMatch(server.output(), /tl_test_|Password/);
  assert.equal(await statusOf(server.address, testKey), 200);
  await stop(server);
});

test('a second start on the same folder says that one is running, and leaves it alone', async () => {
  const server = await serve();
  const second = await run('serve');
  assert.equal(second.code, 1);
  assert.equal(
    second.err,
    `A Trunkline server (pid ${server.child.pid}) is already running on ${dataDir}, at ${server.address}. ` +
      'Stop that one first, or set DATA_DIR and PORT to start another one beside it.\n',
  );
  assert.equal(await statusOf(server.address, testKey), 200);
  await stop(server);
});

test('commands work beside a running server, and it obeys within a second', async () => {
  const server = await serve();
  const { out, err, code } = await run('key create --tenant 1 --kind test --scopes customers:read --json');
  assert.deepEqual([code, err], [0, '']);
  const { key, key_id } = JSON.parse(out);
  assert.equal(await statusOf(server.address, key), 200);

  assert.equal((await run(`key revoke --tenant 1 --key ${key_id}`)).code, 0);
  const deadline = Date.now() + 1_000;
  let status = await statusOf(server.address, key);
  while (status !== 401 && Date.now() < deadline) status = await statusOf(server.address, key);
  assert.equal(status, 401);

  const { code: health, out: findings } = await run('doctor');
  assert.equal(health, 0, findings);
  assert.match(findings, new RegExp(`^server +ok +A server is ready at ${server.address}`, 'm'));
  assert.equal(await statusOf(server.address, testKey), 200);
  await stop(server);
});

test('Ctrl-C, SIGTERM and a closed terminal stop the server and its PostgreSQL', async () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const server = await serve();
    assert.equal(isRunning(dataDir), true);
    await stop(server, signal);
    assert.match(server.output(), /Stopping/);
    assert.equal(isRunning(dataDir), false, signal);
  }
});

test('SIGTERM to npm itself lets running requests finish, and stops the server and its PostgreSQL', async () => {
  const npm = await program.serving(program.launchNpm(['start'], { DATA_DIR: dataDir }));
  const customer = JSON.stringify({ project_id: 1, name: 'In time' });
  const fields = ['Content-Type: application/json', `Content-Length: ${customer.length}`, 'Expect: 100-continue'];
  const connection = await openConnection(npm);
  connection.write(requestHead(testKey, 'POST /api/v1/customers', ...fields));
  assert.equal((await connection.answer()).status, 100); // The server has begun the request and waits for its body.

  npm.child.kill('SIGTERM');
  await until(() => /Stopping/.test(npm.output()));
  connection.write(customer);
  assert.equal((await connection.answer()).status, 201);
  await npm.ended;
  assert.equal(isRunning(dataDir), false);
  assert.equal(existsSync(join(dataDir, 'server.json')), false, 'the server has stopped in good order');
});

test('Ctrl-C during the start stops all started parts', async () => {
  const server = launch(['serve']);
  await until(() => isRunning(dataDir));
  await stop(server);
  assert.equal(isRunning(dataDir), false);
});

test('commands work without a server, and leave no PostgreSQL behind', async () => {
  const { out, err, code } = await run('tenant list --json');
  assert.deepEqual([code, err], [0, '']);
  assert.equal(JSON.parse(out)[0].name, 'Demo');
  assert.equal(isRunning(dataDir), false);

  const { code: health, out: findings } = await run('doctor');
  assert.equal(health, 0, findings);
  assert.match(findings, /^server +warn +No server is running/m);
});

test('two commands at once, without a server, both work', async () => {
  const runs = await Promise.all(
    ['Sales', 'Support'].map((name) => run(`project create --tenant 1 --name ${name} --json`)),
  );
  for (const { code, err } of runs) assert.deepEqual([code, err], [0, '']);
  assert.equal(isRunning(dataDir), false);
});

test('the PostgreSQL of a killed server is picked up, with everything that was answered', async () => {
  const killed = await serve();
  const postgres = postmasterPid(dataDir);
  const name = 'Acknowledged';
  const projects = await ask('project list --tenant 1');
  const created = await fetch(`${killed.address}/api/v1/customers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ project_id: projects[0].project_id, name }),
  });
  assert.equal(created.status, 201);
  killed.child.kill('SIGKILL');
  assert.equal(await killed.ended, 'SIGKILL');
  assert.equal(isRunning(dataDir), true);

  const server = await serve();
  assert.equal(postmasterPid(dataDir), postgres);
  const found = await fetch(`${server.address}/api/v1/customers?q=${name}`, {
    headers: { authorization: `Bearer ${testKey}` },
  });
  assert.equal(((await found.json()) as { pagination: { total: number } }).pagination.total, 1);
  await stop(server);
  assert.equal(isRunning(dataDir), false);
});

test('a second Ctrl-C ends at once, without waiting', async () => {
  const server = await serve();
  const { hostname, port } = new URL(server.address);
  const slow = connect(Number(port), hostname).on('error', () => {});
  slow.write(
    `POST /api/v1/customers HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${testKey}\r\n` +
      'content-type: application/json\r\ncontent-length: 100\r\nexpect: 100-continue\r\n\r\n',
  );
  await once(slow, 'data'); // The server has begun the request and waits for its body.
  server.child.kill('SIGINT');
  await until(() => /Stopping/.test(server.output()));
  // One Ctrl-C may arrive twice, so a second one counts only after a moment.
  while (server.child.exitCode === null) {
    server.child.kill('SIGINT');
    await pause(50);
  }
  assert.equal(await server.ended, 130);
  slow.destroy();
  await stop(await serve());
});

test('a port in use is reported in a sentence, and leaves no PostgreSQL behind', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const { code, err } = await run('serve', { PORT: String(port) });
  other.close();
  assert.deepEqual(
    [code, err],
    [
      1,
      `Port ${port} of 127.0.0.1 is in use by another program. Stop that one, or start on another port: PORT=0 takes a free one.\n`,
    ],
  );
  assert.equal(isRunning(dataDir), false);
});

test('settings that cannot be read are refused in sentences, before anything is started', async () => {
  const { code, out, err } = await run('serve', { PORT: 'high', DATA_DIR: neverMade });
  assert.deepEqual([code, out, err], [1, '', 'PORT must be a whole number from 0 to 65535.\n']);
  assert.equal(existsSync(neverMade), false);
});

test('with DATABASE_URL there is no demo tenant, no data folder and no limit to one server', async () => {
  const settings = { DATABASE_URL: await createTestDatabase(), DATA_DIR: neverMade };
  const servers = await Promise.all([serve(settings), serve(settings)]);
  assert.deepEqual(await ask('tenant list', settings), []);
  assert.equal(existsSync(neverMade), false);
  for (const server of servers) await stop(server);
});

test('a first start that is killed leaves all of the demo tenant or nothing of it', async () => {
  const settings = { DATA_DIR: temporaryDataFolder() };
  const killed = launch(['serve'], settings);
  await until(() => killed.output().includes('server.listening'));
  killed.child.kill('SIGKILL');
  await killed.ended;

  const server = await serve(settings);
  const tenants = await ask('tenant list', settings);
  assert.equal(tenants.length, 1);
  const of = `--tenant ${tenants[0].tenant_id}`;
  assert.equal((await ask(`key list ${of}`, settings)).length, 2);
  assert.equal((await ask(`staff list ${of}`, settings)).length, 3);
  await stop(server);
});

test('an installation can begin with tenant create or migrate', async () => {
  const settings = { DATA_DIR: temporaryDataFolder() };
  assert.equal((await run('tenant create --name Acme --json', settings)).out, '{"tenant_id":1}\n');
  assert.equal((await run('key create --tenant 1 --kind test --scopes all', settings)).code, 0);

  const other = { DATA_DIR: temporaryDataFolder() };
  assert.match((await run('migrate', other)).out, /^applied +0001/);
  assert.equal((await run('tenant list --json', other)).out, '[]\n');
});
