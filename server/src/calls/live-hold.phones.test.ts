import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { liveTenant } from '../../test/build/live-tenant.ts';
import { query } from '../../test/builders.ts';
import { openAudioReceiver } from '../../test/phone-lab/audio-receiver.ts';
import { withPhoneLab } from '../../test/phone-lab/phone-lab.ts';
import { longestTone, loudness, partOf, strengthIn, strengthOf } from '../../test/phone-lab/tone.ts';
import { serve, temporaryDataFolder } from '../../test/program.ts';
import { secretsKey } from '../../test/secrets.ts';
import { client, startNode, type TestApp } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { decodeId } from '../platform/ids.ts';

// Calls with real telephones are put on hold and resumed through the API. The staff's phone plays 440 Hz, the carrier 1,000 Hz.

const staffTone = 440;
const customerTone = 1_000;
/** A second of mu-law. */
const second = 8_000;
const audibleLevel = -25;
const isSilent = -38;

await withPhoneLab(async (lab) => {
  const databaseUrl = await createTestDatabase();
  const dataFolder = temporaryDataFolder();
  const { ASTERISK_URL, ...settings } = lab.settings;
  const startProcess = () =>
    serve({
      ...settings,
      ASTERISK_URL: ASTERISK_URL.join(),
      ASTERISK_TRUNK: trunk,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataFolder,
      LOG_LEVEL: 'error',
      SECRETS_KEY: secretsKey,
      ANALYSIS_WORKERS: '0',
    });
  const trunk = 'held';
  type Node = Pick<TestApp, 'address'>;

  async function change(node: Node, key: string, callId: string, verb: 'hold' | 'resume') {
    const { status, text, body } = await client(node, key).post(`/calls/${callId}/${verb}`);
    assert.equal(status, 200, text);
    return body.data;
  }

  /** A customer calls a number of this tenant; the test receives the audio that Asterisk sends to the customer. */
  async function callIn(t: TestContext, node: Node) {
    const tenant = await liveTenant({ ...node, databaseUrl });
    const { tenantId, projectId } = tenant;
    const number = '+81312340001';
    const sql = 'insert into numbers (number, tenant_id, project_id) values ($1, $2, $3)';
    await query({ databaseUrl }, sql, [number, tenantId, projectId]);
    const carrier = await lab.anotherCarrier();
    await lab.addTrunk(trunk, carrier);
    const audio = await openAudioReceiver(carrier.host);
    t.after(audio.close);
    const caller = { from: '+819012345678', to: number, patience: 15_000, talks: 60_000, mediaPort: audio.port };
    const { ended } = await lab.callIn(caller, { address: carrier.host });
    const callId = await until(async () => {
      const day = new Date().toISOString().slice(0, 10);
      const { body } = await tenant.api.get(`/calls?from=${day}&to=${day}`);
      return body.data[0]?.status === 'connected' && (body.data[0].call_id as string);
    });
    /** Waits until the last second of audio that the customer received matches. */
    const receives = (what: (sound: Buffer) => boolean) =>
      until(() => {
        const sound = audio.received().subarray(-second);
        return sound.length === second && what(sound);
      });
    return { ...tenant, callId, ended, receives };
  }

  const isStaff = (sound: Buffer) => strengthIn(sound, staffTone) > audibleLevel;
  const isMusic = (sound: Buffer) => strengthIn(sound, staffTone) < isSilent && loudness(sound) > -40;

  test('a customer on hold gets music and not the staff member, also if the node dies, until another node resumes', async (t) => {
    const [first, second] = [await startProcess(), await startProcess()];
    const { key, tenantId, callId, ended, receives, over, events } = await callIn(t, first);
    await receives(isStaff);
    // Either node may have claimed the inbound call: the one that drives it is killed.
    await change(first, key, callId, 'hold');
    await receives(isMusic);
    const [victim, survivor] = await drivingNode([first, second], tenantId);
    victim.child.kill('SIGKILL');
    await victim.ended;
    await until(async () => {
      const [open] = await query({ databaseUrl }, livingDriver, [tenantId]);
      return open?.is_alive;
    });
    await receives(isMusic);
    assert.equal((await client(survivor, key).get(`/calls/${callId}`)).body.data.is_on_hold, true);
    const resumed = await change(survivor, key, callId, 'resume');
    assert.equal(resumed.is_on_hold, false);
    await receives(isStaff);
    assert.equal((await client(survivor, key).post(`/calls/${callId}/hangup`)).status, 200);
    const call = await over(callId, survivor);
    assert.equal(await ended, 0);
    assert.deepEqual([call.end_reason, call.holds.length, call.recording.status], ['hung_up_by_api', 1, 'ready']);
    assert.deepEqual((await events()).slice(2), ['call.connected', 'call.held', 'call.resumed', 'call.completed']);
    assert.deepEqual(await lab.leftovers(), [], 'nothing is left in Asterisk');
    survivor.child.kill('SIGTERM');
    await survivor.ended;
  });

  const livingDriver = `
    select exists (select from nodes n where n.node_id = o.node_id and alive_until > now()) as is_alive
    from open_calls o where tenant_id = $1`;

  /** The node that drives the call of this tenant, and the other one. The ids of nodes sort by their age. */
  async function drivingNode<P extends Awaited<ReturnType<typeof serve>>>(
    nodes: [P, P],
    tenantId: number,
  ): Promise<[P, P]> {
    const [driver] = await query({ databaseUrl }, 'select node_id from open_calls where tenant_id = $1', [tenantId]);
    const [eldest] = await query({ databaseUrl }, 'select node_id from nodes order by node_id limit 1');
    return driver?.node_id === eldest?.node_id ? nodes : [nodes[1], nodes[0]];
  }

  test('the recording goes on during a hold: the staff member is in it and the customer is not', async () => {
    const config = { ...lab.settings, DATA_DIR: join(lab.recordings, 'data') };
    const node = await startNode(databaseUrl, config);
    const { key, tenantId, staffId, start, reach, over, detail, events } = await liveTenant(node);
    const callId = await start('+819012345678');
    await reach(callId, 'status', 'connected');
    const lasts = async (seconds: number) => {
      const { answered_at } = await detail(callId);
      await until(() => Date.now() - Date.parse(answered_at) > seconds * 1_000);
    };
    /** Some phones and carriers hang up when no packets arrive. */
    const packetsToStaff = async () => {
      const channel = `${tenantId}-live-${decodeId('call', callId)}.staff-${staffId}`;
      return (await lab.asterisk.ask<{ txcount: number }>(`/channels/${channel}/rtp_statistics`)).txcount;
    };
    await lasts(2);
    await change(node, key, callId, 'hold');
    await until(async () => (await lab.leftovers()).some((name) => name.includes('.hold')));
    const packetsBefore = await packetsToStaff();
    await until(async () => (await packetsToStaff()) > packetsBefore + 50);
    await lasts(7);
    await change(node, key, callId, 'resume');
    await lasts(12);
    await client(node, key).post(`/calls/${callId}/hangup`);
    const call = await over(callId);
    assert.ok(call.hold_seconds >= 3, `${call.hold_seconds} s`);
    const [{ start_seconds: held, end_seconds: resumed }] = call.holds;
    const wav = readFileSync(join(config.DATA_DIR, 'recordings', `${tenantId}`, `${decodeId('call', callId)}.wav`));
    assert.ok(Math.abs(call.recording.duration_seconds - call.duration_seconds) < 2, JSON.stringify(call.recording));
    /** The tone of a party where it is unbroken: late packets interrupt it. */
    const recorded = (from: number, to: number, hertz: number, channel: 'left' | 'right') =>
      strengthOf(hertz, longestTone(hertz, partOf(wav, from, to), channel).part, channel);
    for (const [from, to] of [
      [0.5, held],
      [resumed + 2, call.recording.duration_seconds],
    ] as const) {
      assert.ok(recorded(from, to, staffTone, 'left') > audibleLevel, `the staff member from ${from} to ${to} s`);
      assert.ok(recorded(from, to, customerTone, 'right') > audibleLevel, `the customer from ${from} to ${to} s`);
    }
    const middle = [held + 2, resumed - 0.5] as const;
    const customer = strengthOf(customerTone, partOf(wav, ...middle), 'right');
    assert.ok(customer < isSilent, `${customer} dB of the customer on hold`);
    assert.ok(
      recorded(...middle, staffTone, 'left') > audibleLevel,
      'what the staff member says is recorded all the time',
    );
    assert.deepEqual((await events()).slice(2), ['call.connected', 'call.held', 'call.resumed', 'call.completed']);
    await node.stop();
  });
});
