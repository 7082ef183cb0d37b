import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildStaff, buildTenant, query } from '../../test/builders.ts';
import { withPhoneLab } from '../../test/phone-lab/phone-lab.ts';
import { startTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { decodeId } from '../platform/ids.ts';

// Live keys, real Asterisk, real telephones (of the phone lab), and nothing but the public API.

await withPhoneLab(async (lab) => {
  const { url, user, password } = lab.asterisk;
  const account = Object.assign(new URL(url), { username: user, password });
  const dataFolder = join(lab.recordings, 'data');
  const app = await startTestApp({
    ASTERISK_URL: [account.href],
    ASTERISK_TRUNK: 'carrier',
    ASTERISK_RECORDINGS: lab.recordings,
    DATA_DIR: dataFolder,
  });

  async function caller(phone = 'sip:alice') {
    const tenant = await buildTenant(app, { kind: 'live' });
    const staff_id = await buildStaff(app, tenant.tenantId);
    await query(app, 'update staff set phone = $2 where staff_id = $1', [staff_id, phone]);
    const start = async (phone_number: string) => {
      const body = { staff_id, project_id: tenant.projectId, phone_number };
      const answer = await until(async () => {
        const answer = await tenant.api.post('/calls/initiate', body);
        return answer.status !== 503 && answer; // Until Asterisk is connected.
      });
      assert.equal(answer.status, 200, answer.text);
      return answer.body.data.call_id as string;
    };
    const reach = (callId: string, status: string) =>
      until(async () => (await tenant.api.get(`/calls/${callId}`)).body.data.status === status, 30);
    const over = (callId: string) =>
      until(async () => {
        const { data } = (await tenant.api.get(`/calls/${callId}`)).body;
        return data.ended_at && data;
      }, 30);
    return { ...tenant, start, reach, over };
  }

  test('a live call rings real telephones, connects them, and keeps what was said', async () => {
    const { api, tenantId, start, over } = await caller();
    const callId = await start('+819012345776');
    const call = await over(callId);
    assert.deepEqual(
      [call.status, call.end_reason, call.hangup_by, call.test, call.staff_leg_status, call.customer_leg_status],
      ['connected', 'completed', 'customer', false, 'ended', 'ended'],
    );
    assert.equal(call.recording.status, 'ready');
    assert.equal(call.recording.channels, 2);
    const file = join(dataFolder, 'recordings', `${tenantId}`, `${decodeId('call', callId)}.wav`);
    assert.ok(existsSync(file));
    const day = call.initiated_at.slice(0, 10);
    const { body } = await api.get(`/calls?from=${day}&to=${day}`);
    assert.deepEqual([body.pagination.total, body.data[0].status], [1, 'connected']);
  });

  for (const [number, status, reason, sip] of [
    ['+819012345486', 'busy', 'busy', 486],
    ['+819012345600', 'busy', 'busy', 600],
    ['+819012345603', 'rejected', 'rejected', 603],
    ['+819012345404', 'failed', 'invalid_number', 404],
    ['+819012345480', 'no_answer', 'no_answer', 480],
    ['+819012345408', 'no_answer', 'unreachable', 408],
    ['+819012345503', 'failed', 'trunk_error', 503],
  ] as const)
    test(`a carrier that answers ${sip} ends the call as ${status}, because of ${reason}`, async () => {
      const { start, over, tenantId } = await caller();
      const call = await over(await start(number));
      assert.deepEqual(
        [call.status, call.end_reason, call.sip_code, call.answered_at, call.duration_seconds],
        [status, reason, sip, null, 0],
      );
      const events = await query(app, `select type from events where tenant_id = $1 and type ~ 'completed|missed'`, [
        tenantId,
      ]);
      assert.deepEqual(events, [{ type: 'call.missed' }]);
    });

  for (const [phone, reason] of [
    ['sip:phone486', 'staff_busy'],
    ['sip:phone603', 'staff_rejected'],
    ['sip:unregistered', 'staff_unreachable'],
  ] as const)
    test(`where the phone ${phone} does not take the call nobody else is called: ${reason}`, async () => {
      const { start, over } = await caller(phone);
      const call = await over(await start('+819012345776'));
      assert.deepEqual([call.status, call.end_reason, call.customer_leg_status], ['failed', reason, null]);
    });

  test('the API hangs up while it rings and while they talk', async () => {
    for (const [stage, number, status, reason] of [
      ['ringing', '+819012345999', 'canceled', 'canceled_by_api'],
      ['connected', '+819012345678', 'connected', 'hung_up_by_api'],
    ] as const) {
      const { api, start, reach, tenantId } = await caller();
      const callId = await start(number);
      await reach(callId, stage);
      const { body } = await api.post(`/calls/${callId}/hangup`);
      assert.deepEqual([body.data.status, body.data.end_reason], [status, reason]);
      const open = () => query(app, 'select 1 from open_calls where tenant_id = $1', [tenantId]);
      await until(async () => (await open()).length === 0, 30);
    }
  });
});
