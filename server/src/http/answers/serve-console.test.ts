import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { atEnd } from '../../../test/at-end.ts';
import { startCustomApp } from '../../../test/custom-app.ts';

const script = 'export const answer = 42;\n';
const folder = mkdtempSync(join(tmpdir(), 'trunkline-console-'));
atEnd(async () => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<meta property="csp-nonce" nonce="__CSP_NONCE__"><div id="root"></div>');
writeFileSync(join(folder, 'paths.json'), JSON.stringify(['/', '/calls', '/calls/:callId', '/settings/api-keys']));
writeFileSync(join(folder, 'assets/index-a1b2.js'), script);
writeFileSync(join(folder, 'assets/index-a1b2.js.gz'), gzipSync(script));
writeFileSync(join(folder, '.sources'), 'first');
writeFileSync(join(folder, 'secret.txt'), 'not for everybody');

const { address } = await startCustomApp({ consoleFolder: folder });
const get = (path: string, init: RequestInit = {}) => fetch(address + path, { redirect: 'manual', ...init });

test('every path of the console answers with its page, which is never kept', async () => {
  for (const path of ['/', '/calls', '/calls/call_1', '/settings/api-keys', '/calls?status=busy']) {
    const answer = await get(path);
    assert.equal(answer.status, 200, path);
    assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.match(await answer.text(), /<div id="root">/);
  }
});

const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

async function assertNotFound(answer: Response, path: string): Promise<void> {
  assert.equal(answer.status, 404, path);
  const { error } = (await answer.json()) as { error: { code: string } };
  assert.equal(error.code, 'not_found', path);
}

test('at every other path programs get the 404 that it was, and other methods are refused', async () => {
  for (const path of ['/nothing', '/calls/', '/calls/a/b', '/settings/other', '/assets/', '/index.html', '/admin'])
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }])
      await assertNotFound(await get(path, { headers }), path);
  assert.equal((await get('/calls', { method: 'POST' })).status, 405);
});

test('a browser at an unknown path gets the page with status 404, which is never kept either', async () => {
  for (const path of ['/nothing', '/calls/', '/calls/a/b', '/apidocs', '/nothing?of=/api']) {
    const answer = await get(path, asBrowser);
    assert.equal(answer.status, 404, path);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.match(answer.headers.get('content-security-policy') ?? '', /script-src 'self'/);
    assert.match(await answer.text(), /<div id="root">/);
  }
  assert.equal((await get('/nothing', { ...asBrowser, method: 'HEAD' })).status, 404);
  await assertNotFound(await get('/nothing', { ...asBrowser, method: 'POST' }), 'POST /nothing');
});

test('paths outside the console answer data to browsers too', async () => {
  for (const under of [
    '/api',
    '/api/v1',
    '/admin',
    '/admin/v1',
    '/docs',
    '/health',
    '/metrics',
    '/assets',
    '/recordings',
  ])
    await assertNotFound(await get(`${under}/nothing/at/all`, asBrowser), under);
});

test('the page admits no script and no style but those of this server, and each answer has a nonce of its own', async () => {
  const answers = await Promise.all([get('/'), get('/')]);
  const nonces = await Promise.all(
    answers.map(async (answer) => {
      const policy = answer.headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/);
      assert.doesNotMatch(policy, /unsafe|http|\*|data:|blob:/);
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
      assert.ok(nonce && (await answer.text()).includes(`nonce="${nonce}"`));
      return nonce;
    }),
  );
  assert.notEqual(nonces[0], nonces[1]);
});

test('assets are cached forever, and compressed for clients that accept it', async () => {
  const plain = await get('/assets/index-a1b2.js', { headers: { 'accept-encoding': 'identity' } });
  assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(plain.headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.equal(plain.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(plain.headers.get('content-encoding'), null);
  assert.equal(await plain.text(), script);
  const compressed = await get('/assets/index-a1b2.js', { headers: { 'accept-encoding': 'gzip, br' } });
  assert.equal(compressed.headers.get('content-encoding'), 'gzip');
  assert.equal(compressed.headers.get('vary'), 'accept-encoding');
  assert.equal(await compressed.text(), script);
});

test('no name of an asset leads out of its folder', async () => {
  for (const name of ['index-0000.js', '..%2Fsecret.txt', '..%2Findex.html', '%2e%2e%2fsecret.txt', 'index-a1b2.js.gz'])
    assert.equal((await get(`/assets/${name}`)).status, 404, name);
});

test('a server without a console shows people that it is being built, and leads programs to the reference', async () => {
  const without = await startCustomApp({ consoleFolder: join(folder, 'nowhere') });
  const answer = await fetch(`${without.address}/`, { redirect: 'manual' });
  assert.equal(answer.status, 302);
  assert.equal(answer.headers.get('location'), '/docs');
  for (const path of ['/', '/calls']) {
    const page = await fetch(without.address + path, asBrowser);
    assert.deepEqual([page.status, page.headers.get('retry-after')], [503, '2'], path);
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.match(await page.text(), /http-equiv="refresh".*The console is being built/s);
  }
  await assertNotFound(await fetch(`${without.address}/api/v1/nothing`, asBrowser), '/api/v1/nothing');
});

test('a console that is built while the server runs is served when it is complete, and so is a newer one', async () => {
  const late = join(folder, 'late');
  const app = await startCustomApp({ consoleFolder: late });
  const statusOf = async (path: string) => (await fetch(app.address + path, asBrowser)).status;
  mkdirSync(join(late, 'assets'), { recursive: true });
  writeFileSync(join(late, 'index.html'), '<div id="root"></div>');
  writeFileSync(join(late, 'assets/index-c3d4.js'), script);
  assert.deepEqual([await statusOf('/'), await statusOf('/assets/index-c3d4.js')], [503, 404]);
  writeFileSync(join(late, 'paths.json'), JSON.stringify(['/', '/calls/:callId']));
  writeFileSync(join(late, '.sources'), 'first');
  assert.equal(await statusOf('/assets/index-c3d4.js'), 200);
  assert.deepEqual([await statusOf('/'), await statusOf('/calls/call_1'), await statusOf('/nothing')], [200, 200, 404]);

  rmSync(join(late, '.sources'));
  writeFileSync(join(late, 'index.html'), '<div id="newer"></div>');
  assert.match(await (await fetch(app.address)).text(), /root/, 'while the newer one is being built');
  writeFileSync(join(late, '.sources'), 'second');
  assert.match(await (await fetch(app.address)).text(), /newer/);
});

test('a server starts while the build removes the console of the previous version', async () => {
  const half = join(folder, 'half');
  mkdirSync(half);
  writeFileSync(join(half, '.sources'), 'previous');
  const app = await startCustomApp({ consoleFolder: half });
  assert.equal((await fetch(app.address, asBrowser)).status, 503);
});

test('a server starts with a console of which a power cut has emptied a file', async () => {
  const emptied = join(folder, 'emptied');
  mkdirSync(join(emptied, 'assets'), { recursive: true });
  const files = {
    'index.html': '<!doctype html>',
    'paths.json': '["/"]',
    'assets/page.js': 'x',
    'assets/page.js.br': 'x',
  };
  for (const empty of Object.keys(files)) {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(emptied, name), name === empty ? '' : text);
    writeFileSync(join(emptied, '.sources'), 'first');
    const app = await startCustomApp({ consoleFolder: emptied });
    assert.equal((await fetch(app.address, asBrowser)).status, 503, empty);
  }
});
