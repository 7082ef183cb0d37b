import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { liveTenant } from '../../test/build/live-tenant.ts';
import { query } from '../../test/builders.ts';
import { assertParties } from '../../test/phone-lab/assert-parties.ts';
import { withPhoneLab } from '../../test/phone-lab/phone-lab.ts';
import { startNode, startTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { decodeId } from '../platform/ids.ts';

// Live keys, a real Asterisk, the telephones of the phone lab, and only the public API.

await withPhoneLab(async (lab) => {
  const dataFolder = join(lab.recordings, 'data');
  const settings = { ...lab.settings, DATA_DIR: dataFolder };
  const app = await startTestApp(settings);
  const caller = (phone?: string) => liveTenant(app, phone);
  const impatient = await startNode(app.databaseUrl, { ...settings, RING_SECONDS_STAFF: 1, RING_SECONDS_CUSTOMER: 1 });

  test('a live call rings real telephones, connects them, and records each party on its own channel', async () => {
    const { api, tenantId, start, over } = await caller();
    const callId = await start('+819012345776');
    const call = await over(callId);
    assert.deepEqual(
      [call.status, call.end_reason, call.hangup_by, call.test, call.staff_leg_status, call.customer_leg_status],
      ['connected', 'completed', 'customer', false, 'ended', 'ended'],
    );
    assert.equal(call.recording.status, 'ready');
    assert.equal(call.recording.channels, 2);
    const wav = readFileSync(join(dataFolder, 'recordings', `${tenantId}`, `${decodeId('call', callId)}.wav`));
    assertParties(wav, 440, 1_000, 0.2);
    const day = call.initiated_at.slice(0, 10);
    const { body } = await api.get(`/calls?from=${day}&to=${day}`);
    assert.deepEqual([body.pagination.total, body.data[0].status], [1, 'connected']);
  });

  for (const [number, status, reason, sip] of [
    ['+819012345486', 'busy', 'busy', 486],
    ['+819012345600', 'busy', 'busy', 600],
    ['+819012345603', 'rejected', 'rejected', 603],
    ['+819012345404', 'failed', 'invalid_number', 404],
    ['+819012345484', 'failed', 'invalid_number', 484],
    ['+819012345604', 'failed', 'invalid_number', 604],
    ['+819012345480', 'no_answer', 'no_answer', 480],
    ['+819012345408', 'no_answer', 'unreachable', 408],
    ['+819012345503', 'failed', 'trunk_error', 503],
    ['+819012345500', 'failed', 'trunk_error', 500],
  ] as const)
    test(`a carrier that answers ${sip} ends the call as ${status}, because of ${reason}`, async () => {
      const { start, over, events } = await caller();
      const call = await over(await start(number));
      assert.deepEqual(
        [call.status, call.end_reason, call.sip_code, call.answered_at, call.duration_seconds, call.recording],
        [status, reason, sip, null, 0, null],
      );
      assert.deepEqual((await events()).filter(isEnd), ['call.missed']);
    });

  for (const [phone, reason] of [
    ['sip:phone486', 'staff_busy'],
    ['sip:phone603', 'staff_rejected'],
    ['sip:unregistered', 'staff_unreachable'],
    ['sip:phone404', 'staff_unreachable'],
  ] as const)
    test(`if the phone ${phone} does not take the call, no other phone is called: ${reason}`, async () => {
      const { start, over } = await caller(phone);
      const call = await over(await start('+819012345776'));
      assert.deepEqual([call.status, call.end_reason, call.customer_leg_status], ['failed', reason, null]);
    });

  for (const [phone, number, status, reason] of [
    ['sip:alice', '+819012345999', 'no_answer', 'no_answer'],
    ['sip:alice', '+819012345998', 'failed', 'unreachable'],
    ['sip:phone999', '+819012345678', 'failed', 'staff_no_answer'],
    ['sip:phone998', '+819012345678', 'failed', 'staff_unreachable'],
  ] as const)
    test(`a call from ${phone} to ${number} has rung for long enough: ${reason}`, async () => {
      const { start, over, events } = await liveTenant(impatient, phone);
      const call = await over(await start(number));
      assert.deepEqual([call.status, call.end_reason, call.hangup_by], [status, reason, 'system']);
      assert.deepEqual((await events()).filter(isEnd), ['call.missed']);
    });

  test('while the trunk is down no call gets through, and calls fail at once', async () => {
    const cutOff = await startNode(app.databaseUrl, { ...settings, ASTERISK_TRUNK: 'dead-carrier' });
    const { start, over } = await liveTenant(cutOff);
    await lab.deadCarrierIsFound();
    const call = await over(await start('+819012345678'));
    assert.deepEqual([call.status, call.end_reason, call.ring_seconds], ['failed', 'trunk_down', null]);
    await cutOff.stop();
  });

  test('a staff member who hangs up cancels the call while it rings, and completes it when they talk', async () => {
    const [canceled, completed] = [await caller('sip:phone776'), await caller('sip:phone776')];
    const ids = [await canceled.start('+819012345999'), await completed.start('+819012345678')] as const;
    const first = await canceled.over(ids[0]);
    assert.deepEqual([first.status, first.end_reason, first.hangup_by], ['canceled', 'canceled_by_staff', 'staff']);
    const second = await completed.over(ids[1]);
    assert.deepEqual([second.status, second.end_reason, second.hangup_by], ['connected', 'completed', 'staff']);
    assert.deepEqual((await canceled.events()).filter(isEnd), ['call.missed']);
    assert.deepEqual((await completed.events()).filter(isEnd), ['call.completed']);
  });

  const stages = [
    ['staff_leg_status', 'ringing', 'sip:phone999', '+819012345678', 'canceled', 'canceled_by_api'],
    ['customer_leg_status', 'ringing', 'sip:alice', '+819012345999', 'canceled', 'canceled_by_api'],
    ['customer_leg_status', 'answered', 'sip:alice', '+819012345678', 'connected', 'hung_up_by_api'],
  ] as const;
  for (const [field, stage, phone, number, status, reason] of stages)
    test(`the API hangs up when ${field} is ${stage}, on any node`, async () => {
      const other = await startNode(app.databaseUrl, settings);
      const { key, start, reach, over, events, detail } = await caller(phone);
      const callId = await start(number);
      await reach(callId, field, stage);
      const { status: answered } = await fetch(`${other.address}/api/v1/calls/${callId}/hangup`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
      });
      assert.equal(answered, 200);
      const call = await over(callId);
      assert.deepEqual([call.status, call.end_reason, call.hangup_by], [status, reason, 'system']);
      assert.deepEqual((await events()).filter(isEnd), [status === 'connected' ? 'call.completed' : 'call.missed']);
      assert.deepEqual((await detail(callId, other)).ended_at, call.ended_at);
      await other.stop();
    });

  test("the staff member sees the customer's number, the carrier the project's, and no other number appears", async () => {
    const [landline, mobile] = [await caller(), await caller('+818077777678')];
    for (const { projectId } of [landline, mobile])
      await query(app, `update projects set caller_id = '+81312345678' where project_id = $1`, [projectId]);
    await landline.over(await landline.start('+818055555776'));
    await mobile.over(await mobile.start('+818066666776'));
    assert.ok(lab.phones.invites().some(({ to, from }) => to === 'alice' && from === '+818055555776'));
    for (const number of ['+818055555776', '+818066666776', '+818077777678']) {
      const seen = lab.carrier.invites().filter(({ to }) => to === number);
      assert.ok(seen.length > 0);
      for (const { from, assertedIdentity, text } of seen) {
        assert.deepEqual([from, assertedIdentity], ['+81312345678', '+81312345678']);
        assert.doesNotMatch(text.replace(/^(INVITE|To:).*$/gm, ''), /8055555776|8066666776|8077777678/);
      }
    }
  });

  test('kill -9 of Asterisk: each call ends once, its recording is kept, and the next call is made', async () => {
    const [ringing, talking] = [await caller('sip:phone999'), await caller()];
    const ids = [await ringing.start('+819012345678'), await talking.start('+819012345678')] as const;
    await ringing.reach(ids[0], 'staff_leg_status', 'ringing');
    await talking.reach(ids[1], 'status', 'connected');
    const { answered_at } = await talking.detail(ids[1]);
    // Asterisk writes recordings in blocks of some seconds; the kill loses the last one.
    await until(() => Date.now() - Date.parse(answered_at) > 3_500);
    await lab.asterisk.kill();
    await lab.asterisk.start();
    const lost = await ringing.over(ids[0]);
    assert.deepEqual([lost.status, lost.end_reason, lost.hangup_by], ['failed', 'engine_error', 'system']);
    const cut = await talking.over(ids[1]);
    assert.deepEqual([cut.status, cut.end_reason, cut.hangup_by], ['connected', 'engine_error', 'system']);
    assert.ok(cut.recording.duration_seconds > 0.5, JSON.stringify(cut.recording));
    assert.deepEqual((await ringing.events()).filter(isEnd), ['call.missed']);
    assert.deepEqual((await talking.events()).filter(isEnd), ['call.completed']);
    assert.equal((await talking.over(await talking.start('+819012345776'))).end_reason, 'completed');
  });
});

const isEnd = (type: string) => type === 'call.completed' || type === 'call.missed';
