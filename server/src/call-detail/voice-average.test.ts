import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { buildSignedIn } from '../../test/browser.ts';
import { buildCalls, type CallToBuild } from '../../test/build/build-calls.ts';
import { query } from '../../test/builders.ts';
import { assertProblem, startTestApp } from '../../test/test-app.ts';
import { decodeId } from '../platform/ids.ts';
import { examples } from './examples.ts';
import { averageVoice } from './queries.ts';

const app = await startTestApp();
const testMode = { 'x-trunkline-mode': 'test' };
const day = 86_400_000;
const now = Date.now();

type Tenant = Awaited<ReturnType<typeof buildSignedIn>>;
type Voice = { pitch?: number | null; loudness?: number | null; status?: string };

async function newStaff({ console: page }: Tenant): Promise<number> {
  return (await page.post('/staff', { name: 'Alice' })).body.data.staff_id;
}

/** Calls with the analysis of the staff member's voice; a call without one was not analyzed. */
async function build(tenant: Tenant, calls: (CallToBuild & { voice?: Voice })[]): Promise<string[]> {
  const ids = await buildCalls(
    app,
    tenant,
    calls.map(({ voice, ...call }) => ({ isTest: false, ...call, ...(voice && { staffTalkMs: 9_000 }) })),
  );
  const rows = calls.flatMap(({ voice, isTest = false }, at) => {
    if (!voice) return [];
    const { pitch = 200, loudness = -20, status = 'ready' } = voice;
    const { voice_analysis: example } = examples.call;
    const staff = { pitch: pitch && { median_hz: pitch, stdev_semitones: 2 }, loudness_dbfs: loudness };
    const analysis = { ...example, status, speakers: { ...example.speakers, staff } };
    return [{ is_test: isTest, call_id: decodeId('call', ids[at] ?? ''), analysis }];
  });
  const insert = `
    insert into insights (tenant_id, is_test, call_id, language, voice_analysis)
    select $1, is_test, call_id, 'en', analysis
    from json_to_recordset($2) as r (is_test bool, call_id uuid, analysis jsonb)`;
  await query(app, insert, [tenant.tenantId, JSON.stringify(rows)]);
  return ids;
}

async function average(tenant: Tenant, callId: string | undefined, headers?: Record<string, string>) {
  const answer = await tenant.console.get(`/calls/${callId}/voice-average`, headers);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
}

const before = (days: number) => new Date(now - days * day);

test('the average is that of the same staff member, mode and tenant, in the 30 days before the call', async () => {
  const [tenant, stranger] = [await buildSignedIn(app), await buildSignedIn(app)];
  const [staffId, otherId] = [await newStaff(tenant), await newStaff(tenant)];
  const odd = { pitch: 900, loudness: -1 };
  const ids = await build(tenant, [
    ...[100, 110, 120, 130, 141].map((pitch, n) => ({
      ...{ staffId, at: before(2 + n), voice: { pitch, loudness: -20 - n } },
    })),
    { staffId, at: before(2.5), voice: { pitch: null, loudness: null } },
    { staffId, at: before(1), voice: odd }, // The call itself.
    { staffId, at: before(0.5), voice: odd },
    { staffId, at: before(32), voice: odd },
    { staffId, at: before(3), voice: { ...odd, status: 'failed' } },
    { staffId, at: before(3) },
    { staffId, at: before(3), isTest: true, voice: odd },
    { staffId: otherId, at: before(3), voice: odd },
    { at: before(3), voice: odd },
  ]);
  await build(stranger, [{ staffId, at: before(3), voice: odd }]);
  assert.deepEqual(await average(tenant, ids[6]), { staff_id: staffId, calls: 6, pitch_hz: 120.2, loudness_dbfs: -22 });
  assert.deepEqual(await average(tenant, ids.at(-1)), {
    staff_id: null,
    calls: 0,
    pitch_hz: null,
    loudness_dbfs: null,
  });
  assertProblem(await tenant.console.get(`/calls/${ids[6]}/voice-average`, testMode), 404, 'not_found');
  assertProblem(await stranger.console.get(`/calls/${ids[6]}/voice-average`), 404, 'not_found');
  assertProblem(await tenant.console.get('/calls/none/voice-average'), 404, 'not_found');
});

test('below five calls there is no average, for each measure by itself', async () => {
  const tenant = await buildSignedIn(app);
  const staffId = await newStaff(tenant);
  const ids = await build(tenant, [
    ...[1, 2, 3, 4].map((n) => ({ staffId, at: before(9 - n), voice: { pitch: 150, loudness: -30 } })),
    { staffId, at: before(3), voice: { pitch: null, loudness: -25 } },
    { staffId, at: before(2) },
  ]);
  assert.deepEqual(await average(tenant, ids[4]), { staff_id: staffId, calls: 4, pitch_hz: null, loudness_dbfs: null });
  assert.deepEqual(await average(tenant, ids[5]), { staff_id: staffId, calls: 5, pitch_hz: null, loudness_dbfs: -29 });
});

test('of many calls the latest 50 count, and indexes find them', async () => {
  const tenant = await buildSignedIn(app);
  const [staffId, otherId] = [await newStaff(tenant), await newStaff(tenant)];
  const at = (n: number) => new Date(now - n * 60_000);
  const ids = await build(tenant, [
    { staffId, at: at(0) },
    ...Array.from({ length: 30_000 }, (_, n) => ({
      ...{ staffId: n % 3 ? otherId : staffId, at: at(n + 1), voice: { pitch: n < 150 ? 100 : 300 } },
    })),
  ]);
  const read = await average(tenant, ids[0]);
  assert.deepEqual(read, { staff_id: staffId, calls: 50, pitch_hz: 100, loudness_dbfs: -20 });

  const connection = new pg.Client({ connectionString: app.databaseUrl });
  await connection.connect();
  try {
    await connection.query('analyze calls; analyze insights');
    await connection.query(`prepare average (int8[], int8, bool, uuid) as ${averageVoice.text}`);
    const values = `null, ${tenant.tenantId}, false, '${decodeId('call', ids[0] ?? '')}'`;
    for (const kind of ['force_custom_plan', 'force_generic_plan']) {
      await connection.query(`set plan_cache_mode = ${kind}`);
      const { rows } = await connection.query(`explain execute average (${values})`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      for (const index of ['_staff_id_call_id_idx', 'insights_pkey']) assert.ok(plan.includes(index), plan);
      // Months without any call are empty tables, which need no index.
      assert.ok(!plan.includes('Seq Scan on insights'), plan);
    }
  } finally {
    await connection.end();
  }
});
