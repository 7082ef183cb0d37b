import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser } from '../../test/browser.ts';
import { buildTenant, query } from '../../test/builders.ts';
import { startDatabaseProxy } from '../../test/stand-ins/database-proxy.ts';
import { client, startNode } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { createLog } from '../platform/log.ts';
import { mostLines } from '../platform/log-limit.ts';

// A flood of requests, or of failures, writes few lines, says how many it left out, and hides no other lines.

type Line = { event: string; request_id?: string; tenant_id?: number; status?: number; of?: string; lines?: number };

const lines: Line[] = [];
const databaseUrl = await createTestDatabase();
const network = await startDatabaseProxy(databaseUrl);
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
const { address } = await startNode(network.url, { RATE_LIMIT: 0 }, log);
const app = { address, databaseUrl };

const inFlood = 200;
const atOnce = 10;

/** Sends many requests, some at a time: a busy machine refuses more with 503. */
async function sendMany(count: number, send: () => Promise<unknown>): Promise<void> {
  for (let sent = 0; sent < count; sent += atOnce) await Promise.all(Array.from({ length: atOnce }, send));
}

/** Sends a flood, and checks that the log accounts for each of them. Returns the lines. */
async function flood(event: string, send: () => Promise<unknown>, routes = 1): Promise<Line[]> {
  lines.length = 0;
  const begin = Date.now();
  await sendMany(inFlood, send);
  await until(() => accountedFor(event) >= inFlood);
  assert.equal(accountedFor(event), inFlood);
  const windows = Math.ceil((Date.now() - begin) / 1_000) + 1;
  const written = linesOf(event);
  // Lines just before the flood count in its first second.
  assert.ok(written.length > 0 && written.length <= windows * mostLines * routes, `${written.length} in ${windows} s`);
  return written;
}

const linesOf = (event: string) => lines.filter((line) => line.event === event);

/** Lines that were written or left out. */
const accountedFor = (event: string) =>
  lines.filter(({ of }) => of === event).reduce((sum, { lines = 0 }) => sum + lines, linesOf(event).length);

test('strangers write few lines, and hide no line of a tenant and no failed log-in', { timeout: 150_000 }, async () => {
  const { api, tenantId } = await buildTenant(app);
  const stranger = client(app, 'nonsense');
  const unknown = client(app);
  const refusals = await flood(
    'request.completed',
    () => (Math.random() < 0.5 ? stranger.get('/customers') : unknown.get('/no/such/path')),
    2,
  );
  assert.ok(refusals.every(({ tenant_id }) => tenant_id === undefined));
  lines.length = 0;
  const flooding = sendMany(100, () => stranger.get('/customers'));
  const { headers, status } = await api.get('/customers/999999');
  const guess = await browser(app).post('/session', { email: 'guess@example.com', password: 'a wrong one' });
  assert.equal(status, 404);
  const line = await until(() => lines.find(({ request_id }) => request_id === headers.get('x-request-id')));
  assert.equal(line.tenant_id, tenantId);
  const failure = await until(() => lines.find(({ request_id }) => request_id === guess.headers.get('x-request-id')));
  assert.equal(failure.status, 401);
  await flooding;
  await until(() => accountedFor('request.completed') === 102);
});

test('the mistakes of one tenant write few lines, and its successes one each', { timeout: 150_000 }, async () => {
  const { api } = await buildTenant(app);
  await flood('request.completed', () => api.post('/customers', '{'));
  lines.length = 0;
  await sendMany(100, async () => assert.equal((await api.get('/customers')).status, 200));
  await until(
    () => lines.filter(({ event, status }) => event === 'request.completed' && status === 200).length === 100,
  );
});

test('defects and a database that is away write few lines', { timeout: 150_000 }, async () => {
  const { api } = await buildTenant(app);
  await query(app, 'alter table customers rename to hidden');
  await flood('request.failed', async () => assert.ok((await api.get('/customers')).status >= 500));
  await query(app, 'alter table hidden rename to customers');
  network.cut();
  await flood('request.failed', async () => assert.equal((await api.get('/customers')).status, 503));
  network.restore();
});
