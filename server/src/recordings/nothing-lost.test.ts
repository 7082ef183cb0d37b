import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { buildStaff, buildTenant, query } from '../../test/builders.ts';
import { serve, temporaryDataFolder } from '../../test/program.ts';
import { secretsKey } from '../../test/secrets.ts';
import { client } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { decodeId } from '../platform/ids.ts';

test('a node killed between storing the recording and committing the end of the call loses neither', async () => {
  const databaseUrl = await createTestDatabase();
  const dataDir = temporaryDataFolder();
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SECRETS_KEY: secretsKey, LOG_LEVEL: 'error' };
  const start = () => serve({ ...settings, SIMULATOR_SPEED: '4', ANALYSIS_WORKERS: '0' });
  const node = await start();
  const built = { databaseUrl, address: node.address };
  const { tenantId, projectId, key } = await buildTenant(built);
  const call = { phone_number: '+819012345678', staff_id: await buildStaff(built, tenantId), project_id: projectId };
  // This lock blocks the write of the call's end.
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query(
    `create function wait() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(1); return new; end';
     create trigger wait before update on calls for each row when (new.ended_at is not null) execute function wait();
     select pg_advisory_lock(1)`,
  );
  const { call_id } = (await client(node, key).post('/calls/initiate', call)).body.data;
  const callId = decodeId('call', call_id) as string;

  const kept = join(dataDir, 'recordings', `${tenantId}`, `${callId}.wav`);
  const source = join(dataDir, 'simulator', `${tenantId}-test-${callId}.wav`);
  await until(() => existsSync(kept));
  node.child.kill('SIGKILL');
  await node.ended;
  // PostgreSQL may notice only later that the node is dead, and would do what that has sent.
  const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
  await until(async () => (await holder.query(`select pg_terminate_backend(pid) ${others}`)).rows.length === 0);
  await holder.end();
  const [unended] = await query(built, 'select ended_at, recording from calls where call_id = $1', [callId]);
  assert.deepEqual(unended, { ended_at: null, recording: null });
  assert.ok(existsSync(source), 'what the engine told of is still there');
  const recorded = readFileSync(source);

  const next = await start();
  const { recording } = await until(async () => {
    const { data } = (await client(next, key).get(`/calls/${call_id}`)).body;
    return data.ended_at !== null && data;
  });
  assert.deepEqual([recording.status, recording.size_bytes], ['ready', recorded.length]);
  const played = await fetch(recording.url);
  assert.deepEqual(Buffer.from(await played.arrayBuffer()), recorded);
  await until(() => !existsSync(source));
  assert.deepEqual(readdirSync(join(dataDir, 'recordings', `${tenantId}`)), [`${callId}.wav`]);
  next.child.kill('SIGTERM');
  assert.equal(await next.ended, 0);
});
