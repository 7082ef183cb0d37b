import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { atEnd } from './at-end.ts';

// Before the server: `npm start` in a clone without node_modules and without a network.

const repository = join(import.meta.dirname, '../..');
const clone = mkdtempSync(join(tmpdir(), 'trunkline-clone-'));
atEnd(() => rmSync(clone, { recursive: true, force: true }));
for (const name of [
  'package.json',
  'package-lock.json',
  'trunkline',
  'scripts',
  'server/package.json',
  'console/package.json',
  'sdk/package.json',
])
  cpSync(join(repository, name), join(clone, name), { recursive: true });

/** Nothing answers here, so npm fails at once. */
const noNetwork = { npm_config_registry: 'http://127.0.0.1:1', npm_config_fetch_retries: '0' };
const emptyCache = { npm_config_cache: join(clone, 'npm-cache') };

async function npm(args: string[], settings: Record<string, string>) {
  const { DATA_DIR: _folder, HOST: _host, ...inherited } = process.env;
  const env = { ...inherited, ...noNetwork, ...emptyCache, ...settings };
  const child = spawn('npm', args, { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [code, errors] = await Promise.all([once(child, 'close').then(([code]) => code), text(child.stderr)]);
  return { code, errors };
}

async function listening(t: { after(release: () => unknown): void }): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { server, port: (server.address() as AddressInfo).port };
}

test('a port in use is reported before anything is downloaded, with a command that works', async (t) => {
  const { port } = await listening(t);
  for (const [args, line] of [
    [['start'], 'npm start'],
    [['run', 'dev'], 'npm run dev'],
  ] as const) {
    const { code, errors } = await npm([...args], { PORT: ` ${port} ` });
    assert.equal(code, 1);
    const [, next] =
      new RegExp(
        `^Port ${port} of 127\\.0\\.0\\.1 is in use by another program\\. .*\\n\\n  PORT=(\\d+) ${line}$`,
        'm',
      ).exec(errors) ?? [];
    assert.ok(Number(next) > port, errors);
    assert.doesNotMatch(errors, /Installing/);
    assert.ok(!existsSync(join(clone, 'node_modules')));
  }
});

test('if the server of the same folder has the port, that is said', async (t) => {
  const { port } = await listening(t);
  const note = { pid: process.pid, address: `http://127.0.0.1:${port}` };
  mkdirSync(join(clone, '.data'));
  writeFileSync(join(clone, '.data/server.json'), JSON.stringify(note));
  const { errors } = await npm(['start'], { PORT: `${port}` });
  assert.match(
    errors,
    new RegExp(`^This Trunkline is already running \\(pid ${note.pid}\\), at ${note.address}\\.$`, 'm'),
  );
  // A server that was killed leaves its file behind.
  writeFileSync(join(clone, '.data/server.json'), JSON.stringify({ ...note, pid: 2 ** 22 + 1 }));
  assert.match((await npm(['start'], { PORT: `${port}` })).errors, /is in use by another program/);
});

test('an invalid port is refused as the server refuses it', async () => {
  for (const PORT of ['65536', 'http', '-1'])
    assert.match((await npm(['start'], { PORT })).errors, /^PORT must be a whole number from 0 to 65535\.$/m);
});

test('with a free port, npm is started, after a sentence about the download and its size', async () => {
  const { code, errors } = await npm(['start'], { PORT: '0' });
  assert.equal(code, 1);
  assert.match(
    errors,
    /^Installing the dependencies, because node_modules is missing\. npm downloads about 110 MB \(Node, PostgreSQL and libraries\), which take 250 MB on the disk\.$/m,
  );
  assert.match(errors, /^npm could not install the dependencies/m);
  assert.ok(!errors.includes('\r'), 'no progress where it is no terminal');
  assert.match(
    (await npm(['run', 'dev'], { PORT: '0' })).errors,
    /npm downloads about 265 MB \(Node, .* libraries of the console, development tools\)/,
  );
});
