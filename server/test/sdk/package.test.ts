import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { signatureHeaders } from '../../src/webhooks/sending/sign.ts';
import { buildStaff, buildTenant } from '../builders.ts';
import { blocksOf } from '../guides/guide.ts';
import { startTestApp } from '../test-app.ts';
import { compile, installSdk, readInstalled, run } from './install-sdk.ts';

// The package as users get it, in a project that has nothing else. The program is the tour of sdk/README.md.

const app = await startTestApp();
const { tenantId, key } = await buildTenant(app, { licenses: ['open_api_advanced'] });
await buildStaff(app, tenantId);
const sdk = await installSdk();
const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;

const libraries = ['--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom,dom.iterable'];

const tour = blocksOf('sdk/README.md')
  .filter(({ language }) => language === 'ts')
  .map(({ text }) => text)
  .join('\n')
  .replaceAll('http://127.0.0.1:8080', app.address)
  .replaceAll('tl_test_...', key)
  .replaceAll('whsec_...', secret);

test('the package has what it needs to run, its documentation, and nothing else', () => {
  const { dependencies, exports } = JSON.parse(readInstalled(sdk, 'package.json'));
  assert.equal(dependencies, undefined);
  assert.ok(sdk.files.includes('dist/index.js') && sdk.files.includes('dist/index.d.ts'));
  assert.deepEqual(Object.values(exports['.']), ['./dist/index.d.ts', './dist/index.js']);
  assert.deepEqual(sdk.files.filter((file) => !/^dist\/[\w-]+(\.js|\.d\.ts)$/.test(file)).sort(), [
    'LICENSE',
    'README.md',
    'package.json',
  ]);
  for (const file of sdk.files.filter((name) => name.endsWith('.js')))
    for (const [, from] of readInstalled(sdk, file).matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g))
      assert.match(from ?? '', /^\.\/[\w-]+\.js$/, file);
});

test('the tour of its README has correct types and does what it says', async () => {
  writeFileSync(join(sdk.project, 'tour.ts'), tour);
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes'];
  await compile(sdk.project, [...strict, ...libraries, 'tour.ts']);

  const body = JSON.stringify({ type: 'call.completed', data: { external_id: 'deal-7', duration_seconds: 5 } });
  const signature = signatureHeaders([secret], { id: 'evt_1', body }, new Date())['x-service-signature'];
  const requests = `
    import { receive } from './tour.js';
    const post = (signature) => new Request('http://me/', {
      method: 'POST', body: ${JSON.stringify(body)}, headers: { 'x-service-signature': signature } });
    console.log('genuine', (await receive(post('${signature}'))).status);
    console.log('forged', (await receive(post('${signature.replace('v1=', 'v1=00')}'))).status);`;
  writeFileSync(join(sdk.project, 'requests.js'), requests);
  const { stdout } = await run(process.execPath, ['requests.js'], { cwd: sdk.project });
  const lines = stdout.trim().split('\n');
  assert.match(stdout, /^Tenant test \[/);
  assert.ok(lines.some((line) => /^connected \d+$/.test(line)));
  assert.ok(lines.some((line) => /^call_\w{26} 819\*{5}5678 \d+$/.test(line)));
  assert.ok(lines.some((line) => /^already called: call_\w{26}$/.test(line)));
  assert.deepEqual(lines.slice(-6), [
    '1 1',
    'tag offer 1',
    'outcome interested 1',
    'deal-7 5',
    'genuine 204',
    'forged 400',
  ]);
});

test('mistakes in types do not compile', async () => {
  const mistakes = [
    'client.calls.initiate({ phone_number: "1" })',
    'client.calls.list({})',
    'client.calls.list({ from: "a", to: "b", sort: "up" })',
    'client.calls.get(1)',
    'client.webhooks.retryDelivery("a", 1)',
    'client.customers.list({ nam: "x" })',
    'client.calls.hold("a", { idempotency: "x" })',
    '(await client.me()).key.secret',
    'for await (const { data } of client.events.stream()) data.call_id.length',
  ];
  const lines = ["import type { Client } from '@trunkline/sdk';", 'declare const client: Client;', ...mistakes];
  writeFileSync(join(sdk.project, 'mistakes.ts'), lines.join(';\n'));
  const { stdout } = await compile(sdk.project, ['--strict', '--noEmit', ...libraries, 'mistakes.ts']).catch(
    (error: { stdout: string }) => error,
  );
  const found = [...stdout.matchAll(/^mistakes\.ts\((\d+),/gm)].map(([, line]) => Number(line));
  assert.deepEqual(
    [...new Set(found)],
    mistakes.map((_, i) => i + 3),
    stdout,
  );
});
