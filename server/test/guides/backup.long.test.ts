import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { launchNpm, serving, temporaryDataFolder } from '../program.ts';
import { blocksOf } from './guide.ts';

// The commands of docs/operating.md that back up a running installation with the embedded database, and restore it.

const launcher = new URL('../../../trunkline', import.meta.url);
const [backUp, restore] = blocksOf('docs/operating.md').filter(({ mark }) => mark?.kind === 'run by');

test('a restored backup has the data, the keys and the secrets', async () => {
  const DATA_DIR = temporaryDataFolder('.data');
  assert.equal(basename(DATA_DIR), '.data');
  const folder = dirname(DATA_DIR);
  mkdirSync(join(folder, 'elsewhere'));
  symlinkSync(launcher, join(folder, 'trunkline'));
  const type = (lines: string | undefined) =>
    execFileSync('sh', ['-euc', lines ?? 'false'], {
      cwd: folder,
      env: { ...process.env, DATA_DIR },
      stdio: 'inherit',
    });
  const before = await serving(launchNpm(['start'], { DATA_DIR, WEBHOOK_ALLOW_PRIVATE: 'true' }));
  const key = /tl_test_\w+/.exec(before.output())?.[0] ?? '';
  const ask = async (address: string, path: string, body?: unknown) => {
    const answer = await fetch(`${address}/api/v1${path}`, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    return (await answer.json()) as { data: Record<string, unknown> };
  };
  const customer = await ask(before.address, '/customers', { project_id: 1, name: 'Taro' });
  await ask(before.address, '/webhooks', { url: 'http://127.0.0.1:9/', events: ['call.completed'] });

  type(backUp?.text); // While the server runs.
  before.child.kill('SIGTERM');
  await before.ended;
  renameSync(join(DATA_DIR, 'secrets.key'), join(folder, 'elsewhere', 'secrets.key'));
  rmSync(DATA_DIR, { recursive: true });
  const lines = restore?.text.trim().split('\n') ?? [];
  assert.equal(lines.pop(), 'npm start');
  type(lines.join('\n'));
  const after = await serving(launchNpm(['start'], { DATA_DIR, WEBHOOK_ALLOW_PRIVATE: 'true' }));
  assert.deepEqual(await ask(after.address, `/customers/${customer.data.customer_id}`), customer);
  // The delivery is signed, so the secret of the webhook was decrypted.
  const { data } = await ask(after.address, '/webhooks/1/test', {});
  assert.match(`${data.delivery_id}`, /^dlv_/);
  after.child.kill('SIGTERM');
  assert.equal(await after.ended, 0);
});
