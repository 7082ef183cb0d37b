import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query } from '../test/builders.ts';
import { postmasterPid, type RunningProgram, serve, temporaryDataFolder } from '../test/program.ts';
import { client } from '../test/test-app.ts';
import { until } from '../test/until.ts';
import { startEmbedded } from './database/embedded.ts';

// kill -9 of the server and of PostgreSQL while customers are being written: acknowledged customers exist afterwards, once,
// with their event and their count; others exist completely or not at all.

const dataDir = temporaryDataFolder();
const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'error', RATE_LIMIT: '0' };

let server: RunningProgram & { address: string } = await serve(settings);
const key = /Test key +(tl_test_\w+)/.exec(server.output())?.[1] ?? '';
const projectId = Number(/"project_id":(\d+)/.exec(server.output())?.[1]);

/** Writes customers until it is stopped, and keeps the acknowledged ones. A request is repeated until it gets an answer. */
function startWriters(count: number) {
  const acknowledged: string[] = [];
  let writing = true;
  const write = async (writer: number) => {
    for (let i = 0; writing; i++) {
      const external_id = `w${writer}-${i}-${process.hrtime.bigint()}`;
      const body = {
        customers: [
          { project_id: projectId, name: 'A', external_id },
          { project_id: projectId, name: 'B' },
        ],
      };
      const answer = await until(async () => {
        // While the server is down, fetch fails; while PostgreSQL is down, the answer is 503. The same key makes it safe to
        // repeat.
        const attempt = client(server, key).post('/customers/bulk', body, { 'idempotency-key': external_id });
        const got = await attempt.catch(() => undefined);
        return got && got.status !== 503 && got.status !== 409 && got;
      }, 60);
      assert.equal(answer.status, 201, answer.text);
      acknowledged.push(external_id);
    }
  };
  const writers = Array.from({ length: 4 }, (_, i) => write(i + count));
  return {
    acknowledged,
    async stop() {
      writing = false;
      await Promise.all(writers);
    },
  };
}

async function assertNothingLost(acknowledged: string[]): Promise<void> {
  const api = client(server, key);
  const { total } = (await api.get('/customers?per_page=1')).body.pagination;
  const seen = new Map<string | null, number>();
  let rows = 0;
  for (let page = 1; ; page++) {
    const { data } = (await api.get(`/customers?per_page=200&page=${page}`)).body;
    if (data.length === 0) break;
    rows += data.length;
    for (const { external_id } of data) seen.set(external_id, (seen.get(external_id) ?? 0) + 1);
  }
  for (const external_id of acknowledged) assert.equal(seen.get(external_id), 1, external_id);
  assert.equal(rows, total, 'the total is the number of rows');
  // Each request creates one customer with and one without an external id: no request was done by half, and none twice.
  assert.equal(seen.get(null), seen.size - 1);
  assert.equal(seen.size - 1, new Set(acknowledged).size);

  const postgres = await startEmbedded(dataDir, { log: () => {} });
  const events = await query({ databaseUrl: postgres.url }, 'select count(*)::int as n from events');
  await postgres.stop();
  assert.equal(events[0]?.n, rows, 'each customer has its event');
}

const everything: string[] = [];

/** `crash.long.test.ts` kills more often. */
const kills = Number(process.env.CRASH_KILLS ?? 1);

test('nothing acknowledged is lost or done twice when the server is killed', async () => {
  for (let round = 0; round < kills; round++) {
    const writers = startWriters(round * 10);
    await until(() => writers.acknowledged.length > 20);
    server.child.kill('SIGKILL');
    await server.ended;
    assert.ok(postmasterPid(dataDir), 'PostgreSQL outlives the server');
    const atKill = writers.acknowledged.length;
    server = await serve(settings);
    await until(() => writers.acknowledged.length > atKill + 20);
    await writers.stop();
    everything.push(...writers.acknowledged);
    await assertNothingLost(everything);
  }
});

test('nothing acknowledged is lost when PostgreSQL is killed, and the server brings it back by itself', async () => {
  for (let round = 0; round < kills; round++) {
    const writers = startWriters(100 + round * 10);
    await until(() => writers.acknowledged.length > 20);
    const postmaster = postmasterPid(dataDir) as number;
    process.kill(postmaster, 'SIGKILL');
    const atKill = writers.acknowledged.length;
    await until(() => writers.acknowledged.length > atKill + 20);
    assert.notEqual(postmasterPid(dataDir), postmaster);
    await writers.stop();
    everything.push(...writers.acknowledged);
    await assertNothingLost(everything);
  }
});

test('Ctrl-C stops the server and its PostgreSQL', async () => {
  server.child.kill('SIGINT');
  assert.equal(await server.ended, 0, server.errors());
  assert.equal(postmasterPid(dataDir), undefined);
});
