import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { launchCommand, launchNpm, serving, temporaryDataFolder } from '../test/program.ts';
import { until } from '../test/until.ts';

// The commands in the README, run in a shell against the program as users start it.

const repository = join(import.meta.dirname, '../..');
const readme = readFileSync(join(repository, 'README.md'), 'utf8');

/** The blocks of a section in one language. */
function blocksOf(section: string, language: string): string[] {
  const text = readme.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? '';
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

test('a first webhook: subscribed, sent a sample, and its signature verified, as the README has it', async (t) => {
  const [listening = '', starting = '', subscribing = '', receiving = '', testing = ''] = blocksOf(
    'A first webhook',
    'sh',
  );
  assert.equal(starting, 'WEBHOOK_ALLOW_PRIVATE=true npm start\n');
  const settings = { DATA_DIR: temporaryDataFolder(), WEBHOOK_ALLOW_PRIVATE: 'true' };
  const server = await serving(launchNpm(['start'], settings));
  t.after(async () => {
    server.child.kill('SIGTERM');
    await server.ended;
  });
  const key = /Test key +(tl_test_\w+)\n/.exec(server.output())?.[1] ?? '';
  const port = await freePort();

  assert.match(listening, /^TRUNKLINE_KEY=\$KEY npm run -s trunkline -- listen\n$/);
  const lines = [
    `KEY=${key} PORT=${port}; export PORT`,
    subscribing,
    receiving,
    'RECEIVER=$!; trap "kill $RECEIVER" EXIT',
    `until curl -s -o /dev/null "http://127.0.0.1:${port}"; do :; done`,
    testing,
  ];
  const script = lines
    .join('\n')
    .replaceAll('http://127.0.0.1:8080', server.address)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`);
  const { stdout } = await promisify(execFile)('sh', ['-c', script], { cwd: repository });

  const [subscribed = '', tested = ''] = stdout.match(/^\{"data".*\}$/gm) ?? [];
  const [shownWebhook = '', shownTest = ''] = blocksOf('A first webhook', 'json');
  const shape = (text: string) => Object.keys(JSON.parse(text).data);
  assert.deepEqual(shape(subscribed), shape(shownWebhook));
  assert.deepEqual(shape(tested), shape(shownTest));
  assert.equal(JSON.parse(subscribed).data.label, JSON.parse(shownWebhook).data.label);
  const { event_id, success, response_status } = JSON.parse(tested).data;
  assert.deepEqual([success, response_status], [true, 200], stdout);
  assert.ok(stdout.includes(`verified ${event_id} call.completed\n`), stdout);
});

test('npm run dev serves the console and listens to calls', async () => {
  const settings = { DATA_DIR: temporaryDataFolder(), SIMULATOR_SPEED: '100' };
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  // The tests have already built the console, so serving it does not prove that this command builds it.
  const [build] = scripts.start.split(' && ');
  assert.ok(scripts.dev.startsWith(`${build} && `), scripts.dev);
  // Without npm in between, so that the test ends node --watch itself; the cleanup of the data folder ends the server.
  const server = await serving(launchCommand('sh', ['-c', scripts.dev], settings));
  const page = await fetch(`${server.address}/login`);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<div id="root">/);

  const authorization = `Bearer ${/Test key +(tl_test_\w+)\n/.exec(server.output())?.[1]}`;
  const started = await fetch(`${server.address}/api/v1/calls/initiate`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ staff_id: 1, project_id: 1, phone_number: '+819012345678' }),
  });
  const { data } = (await started.json()) as { data: { call_id: string } };
  const analysis = await until(async () => {
    const answer = await fetch(`${server.address}/api/v1/calls/${data.call_id}`, { headers: { authorization } });
    const { voice_analysis } = ((await answer.json()) as { data: { voice_analysis: { status: string } | null } }).data;
    return voice_analysis && voice_analysis.status !== 'pending' ? voice_analysis : undefined;
  }, 120);
  assert.equal(analysis.status, 'ready', JSON.stringify(analysis));
});
