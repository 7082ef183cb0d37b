import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { atEnd } from '../at-end.ts';
import { buildKey, buildStaff, buildTenant, type TestTenant } from '../builders.ts';
import { fetchTree, type Tree } from '../debian-programs.ts';
import { freeTcpPort, freeUdpPort } from '../phone-lab/free-port.ts';
import { startProgram } from '../phone-lab/lab-process.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { until } from '../until.ts';

// deploy/caddy/Caddyfile (see deploy/caddy/README.md) in Debian's Caddy, which gets its certificate from Debian's pebble, an ACME server for tests.

const repository = join(import.meta.dirname, '../../..');
const name = 'calls.example';
const local = '127.0.0.1';
const limit = { timeout: 240_000 };
const folder = mkdtempSync(join(tmpdir(), 'trunkline-caddy-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
const inFolder = (file: string) => join(folder, file);

async function findPrograms(): Promise<Tree | string> {
  try {
    return await fetchTree({ name: 'caddy', packages: ['caddy', 'pebble'], suites: ['bookworm'], version: 1 });
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    return `NO CADDY: deploy/caddy was not tried. ${error}`;
  }
}
const programs = await findPrograms();
const skip = typeof programs === 'string' ? programs : false;

type Answer = { status: number; text: string; isSecure: boolean };
type Options = { method?: string; path: string; key?: string; from?: string; body?: string; forwardedFor?: string };

let app: TestApp;
let tenant: TestTenant;
let port: number;
let authority: string;

/** One request through Caddy, which the certificate is checked for. `onText` gets a stream that stays open. */
function ask(options: Options, onText?: (text: string) => void): Promise<Answer> {
  const { method = 'GET', path, key = tenant.key, from = local, body, forwardedFor } = options;
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ host: local, port, servername: name, ca: authority, localAddress: from, method, path, agent: false },
        headers: {
          host: name,
          authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(forwardedFor && { 'x-forwarded-for': forwardedFor }),
        },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part) => {
          text += part;
          onText?.(text);
        });
        const isSecure = 'authorized' in answer.socket && answer.socket.authorized === true;
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, isSecure }));
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    if (onText) atEnd(() => void sent.destroy());
    sent.end(body);
  });
}

before(async () => {
  if (typeof programs === 'string') return;
  app = await startTestApp({ TRUSTED_PROXIES: [local] });
  tenant = await buildTenant(app, { licenses: ['open_api_advanced'] });
  const [acme, management, http] = await Promise.all([freeTcpPort(local), freeTcpPort(local), freeTcpPort(local)]);
  const dns = await freeUdpPort(local);
  port = await freeTcpPort(local);
  const subject = ['-subj', '/CN=pebble', '-addext', `subjectAltName=IP:${local}`];
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', inFolder('pebble.key')];
  execFileSync('openssl', ['req', '-x509', ...key, '-out', inFolder('pebble.pem'), '-days', '2', ...subject], {
    stdio: 'ignore',
  });
  const pebble = {
    listenAddress: `${local}:${acme}`,
    managementListenAddress: `${local}:${management}`,
    certificate: inFolder('pebble.pem'),
    privateKey: inFolder('pebble.key'),
    httpPort: http,
    tlsPort: port,
  };
  writeFileSync(inFolder('pebble.json'), JSON.stringify({ pebble }));
  writeFileSync(
    inFolder('Caddyfile'),
    `{
	admin off
	http_port ${http}
	https_port ${port}
	default_bind ${local}
	storage file_system ${inFolder('storage')}
	acme_ca https://${local}:${acme}/dir
	acme_ca_root ${inFolder('pebble.pem')}
}
${readFileSync(join(repository, 'deploy/caddy/Caddyfile'), 'utf8')}`,
  );
  const start = (path: string, args: string[]) => {
    const started = startProgram(programs.program(path), args, folder);
    atEnd(() => started.end('SIGKILL'));
  };
  // Every name leads to this machine.
  const others = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-management', `${local}:0`];
  start('usr/bin/pebble-challtestsrv', [
    '-dns01',
    `${local}:${dns}`,
    '-defaultIPv4',
    local,
    '-defaultIPv6',
    '',
    ...others,
  ]);
  process.env.PEBBLE_VA_NOSLEEP = '1'; // It delays each validation by some seconds otherwise.
  start('usr/bin/pebble', ['-config', inFolder('pebble.json'), '-dnsserver', `${local}:${dns}`]);
  authority = await until(() => rootOf(management));
  // Caddy writes down its last configuration.
  Object.assign(process.env, { XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder });
  process.env.TRUNKLINE_UPSTREAM = app.address.replace('http://', '');
  start('usr/bin/caddy', ['run', '--config', inFolder('Caddyfile'), '--adapter', 'caddyfile']);
  await until(
    () =>
      ask({ path: '/health/ready' }).then(
        ({ status }) => status === 200,
        () => false,
      ),
    90,
  ).catch((error) => {
    throw new Error(`${error}\n${readFileSync(inFolder('output'), 'utf8')}`);
  });
}, limit);

/** The root certificate that pebble has made at its start; undefined before. */
function rootOf(management: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    request({ host: local, port: management, path: '/roots/0', rejectUnauthorized: false }, (answer) => {
      let text = '';
      answer.on('data', (part) => {
        text += part;
      });
      answer.on('end', () => resolve(text));
    })
      .on('error', () => resolve(undefined))
      .end();
  });
}

test('Caddy has a certificate of the ACME server, and passes requests on', { ...limit, skip }, async () => {
  const answer = await ask({ path: '/health/ready' });
  assert.deepEqual([answer.status, answer.isSecure], [200, true]);
  assert.equal((await ask({ path: '/api/v1/customers' })).status, 200);
  assert.equal((await ask({ path: '/metrics' })).status, 404);
  assert.equal((await fetch(`${app.address}/metrics`)).status, 200);
});

test('links in answers have the name and the scheme that the client used', { ...limit, skip }, async () => {
  const staffId = await buildStaff(app, tenant.tenantId);
  const body = JSON.stringify({ staff_id: staffId, project_id: tenant.projectId, phone_number: '+819012345678' });
  const initiated = await ask({ method: 'POST', path: '/api/v1/calls/initiate', body });
  const { call_id } = JSON.parse(initiated.text).data;
  const url = await until(
    async () => JSON.parse((await ask({ path: `/api/v1/calls/${call_id}` })).text).data.recording?.url,
  );
  assert.ok(url.startsWith(`https://${name}/`), url);
});

test('bodies pass up to the limit of the server, and larger ones are refused by it', { ...limit, skip }, async () => {
  const create = (length: number) =>
    ask({
      method: 'POST',
      path: '/api/v1/customers',
      body: `{"project_id":${tenant.projectId},"name":"Mei"${' '.repeat(length)}}`,
    });
  assert.equal((await create(1_000_000)).status, 201);
  const refused = await create(1_100_000);
  assert.deepEqual([refused.status, JSON.parse(refused.text).error.code], [413, 'payload_too_large']);
});

test('events of the stream arrive as they happen', { ...limit, skip }, async () => {
  let received = '';
  ask({ path: '/api/v1/events/stream' }, (text) => {
    received = text;
  }).catch(() => {}); // It is cut at the end.
  await until(() => received.includes('\n\n'));
  const body = JSON.stringify({ project_id: tenant.projectId, name: 'Ken' });
  assert.equal((await ask({ method: 'POST', path: '/api/v1/customers', body })).status, 201);
  await until(() => received.includes('customer.created'));
});

test('an allowlist sees the address of the client, and not one that the client makes up', {
  ...limit,
  skip,
}, async () => {
  const { key } = await buildKey(app, tenant.tenantId, { allowlist: ['127.0.0.2/32'] });
  const from = async (address: string, forwardedFor?: string) =>
    (await ask({ path: '/api/v1/customers', key, from: address, ...(forwardedFor && { forwardedFor }) })).status;
  assert.equal(await from('127.0.0.2'), 200);
  assert.equal(await from('127.0.0.3'), 403);
  assert.equal(await from('127.0.0.3', '127.0.0.2'), 403);
});
