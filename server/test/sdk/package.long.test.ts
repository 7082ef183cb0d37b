import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { signatureHeaders } from '../../src/webhooks/sending/sign.ts';
import { atEnd } from '../at-end.ts';
import { buildStaff, buildTenant } from '../builders.ts';
import { executablePath, flags, isMissing } from '../console/chromium.ts';
import { installExamples } from '../examples/install-examples.ts';
import { startTestApp } from '../test-app.ts';
import { compile, installSdk, readInstalled, run } from './install-sdk.ts';
import { bun, deno, ownNode, pinnedNode } from './runtimes.ts';

// The installed package in every kind of runtime: one program, which prints the same results everywhere.

const app = await startTestApp();
const { tenantId, projectId, key } = await buildTenant(app, { licenses: ['open_api_advanced'] });
const staffId = await buildStaff(app, tenantId);
const sdk = await installSdk();
const examples = await installExamples(sdk);
const runtimes = [pinnedNode, ownNode(), await deno(), await bun()];
const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;

/** Uses what differs between runtimes: requests, streams, aborting, random numbers, signatures. */
const program = `
  import { createClient, NotFoundError, TimeoutError, verifyWebhook, WebhookVerificationError } from '@trunkline/sdk';
  export async function useSdk({ baseUrl, apiKey, call, webhook }) {
    const client = createClient({ baseUrl, apiKey });
    const results = {};
    results.kind = (await client.me()).key.kind;
    const { call_id } = await client.calls.initiate(call);
    for await (const { status, ended_at } of client.calls.follow(call_id)) results.end = ended_at && status;
    results.listed = (await client.staff.list().toArray()).length;
    const file = await client.calls.recording(call_id);
    results.recording = new TextDecoder().decode(new Uint8Array(await file.arrayBuffer()).slice(0, 4));
    results.missing = await client.calls.get('none').catch((error) => error instanceof NotFoundError && error.code);
    const late = createClient({ baseUrl, apiKey, timeoutMs: 1, maxRetries: 0, fetch: (_, { signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))) });
    results.late = await late.me().catch((error) => error instanceof TimeoutError && error.request_id.length);
    const leaving = new AbortController();
    const stream = client.events.stream({}, { signal: leaving.signal })[Symbol.asyncIterator]();
    setTimeout(() => leaving.abort(new Error('left')), 100);
    results.aborted = await stream.next().catch((error) => error.message);
    results.event = (await verifyWebhook(webhook)).type;
    results.forged = await verifyWebhook({ ...webhook, body: webhook.body + ' ' }).catch(
      (error) => error instanceof WebhookVerificationError);
    return results;
  }`;

const expected = {
  kind: 'test',
  end: 'connected',
  listed: 1,
  recording: 'RIFF',
  missing: 'not_found',
  late: 32,
  aborted: 'left',
  event: 'call.completed',
  forged: true,
};

function input(baseUrl: string, apiKey?: string) {
  const body = JSON.stringify({ type: 'call.completed' });
  const signature = signatureHeaders([secret], { id: 'evt_1', body }, new Date())['x-service-signature'];
  const call = { phone_number: '+819012345678', staff_id: staffId, project_id: projectId };
  return { baseUrl, apiKey, call, webhook: { signature, body, secret } };
}

writeFileSync(join(sdk.project, 'use-sdk.mjs'), program);

for (const { name, command, args, missing } of runtimes)
  test(`the package works in ${name}`, { skip: missing ?? false }, async (t) => {
    const { stdout: version } = await run(command, ['--version']);
    t.diagnostic(`${name}: ${version.split('\n')[0]}`);
    const main = `import { useSdk } from './use-sdk.mjs';
      console.log(JSON.stringify(await useSdk(${JSON.stringify(input(app.address, key))})));`;
    writeFileSync(join(sdk.project, 'main.mjs'), main);
    const { stdout } = await run(command, [...args, 'main.mjs'], { cwd: sdk.project, timeout: 300_000 });
    assert.deepEqual(JSON.parse(stdout), expected);
  });

test('its types need no DOM: those of Node suffice', async () => {
  writeFileSync(
    join(sdk.project, 'types.ts'),
    `import { createClient } from '@trunkline/sdk';\ncreateClient({ baseUrl: '' }).me();`,
  );
  const types = join(import.meta.dirname, '../../../node_modules/@types');
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022'];
  await compile(sdk.project, [...options, '--typeRoots', types, '--types', 'node', 'types.ts']);
});

test('the package works in a browser, whose requests get their key from a backend', { skip: isMissing }, async () => {
  const origin = await startSite();
  const page = await openPage(origin);
  const results = await page.evaluate(
    `import('/use-sdk.mjs').then(({ useSdk }) => useSdk(${JSON.stringify(input('/backend'))}))`,
  );
  assert.deepEqual(results, expected);
  const withKey = `import('/sdk/index.js').then(({ createClient }) => createClient({ baseUrl: '/', apiKey: 'x' }))`;
  await assert.rejects(page.evaluate(withKey), /Do not put an API key into a web page/);
});

test('the button of examples/click-to-call calls, and shows how the call goes', { skip: isMissing }, async () => {
  const settings = { SERVER: app.address, KEY: key, PROJECT_ID: `${projectId}`, STAFF_ID: `${staffId}` };
  const { address } = await examples.serve('click-to-call', settings);
  const page = await openPage(address);
  await page.getByRole('button', { name: 'Call Hanako Sato' }).click();
  await page.getByText(/^Ended: connected, \d+ s$/).waitFor();
  await page.getByRole('button', { name: 'Call Busy Bakery' }).click();
  await page.getByText('Ended: busy, 0 s').waitFor();
});

async function openPage(origin: string) {
  const browser = await chromium.launch({ executablePath, args: flags });
  atEnd(() => browser.close());
  const page = await browser.newPage();
  await page.goto(origin);
  return page;
}

/** A site with the files of the package, and a backend that adds the key to requests of its pages. */
async function startSite(): Promise<string> {
  const map = `<script type="importmap">{ "imports": { "@trunkline/sdk": "/sdk/index.js" } }</script>`;
  const server = createServer(async (request, response) => {
    const { url = '/', method = 'GET', headers } = request;
    if (url.startsWith('/backend/')) {
      const { host: _, connection: __, origin: ___, ...passed } = headers as Record<string, string>;
      const answer = await fetch(`${app.address}/api/v1${url.slice('/backend'.length)}`, {
        method,
        headers: { ...passed, authorization: `Bearer ${key}` },
        ...(method === 'POST' && { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' }),
      } as RequestInit);
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      // The visitor left, or the server ended the stream.
      for await (const piece of answer.body ?? []) if (!response.write(piece) && response.destroyed) break;
      return response.end();
    }
    const script =
      url === '/use-sdk.mjs' ? program : url.startsWith('/sdk/') && readInstalled(sdk, `dist${url.slice(4)}`);
    response.writeHead(200, { 'content-type': script ? 'text/javascript' : 'text/html' });
    response.end(script || `<!doctype html><title>Page</title>${map}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
