import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { liveTenant } from '../../test/build/live-tenant.ts';
import { query } from '../../test/builders.ts';
import { withPhoneLab } from '../../test/phone-lab/phone-lab.ts';
import { recordChannel } from '../../test/phone-lab/record-channel.ts';
import { longestTone, partOf, stereo, strengthOf } from '../../test/phone-lab/tone.ts';
import { serve, temporaryDataFolder } from '../../test/program.ts';
import { secretsKey } from '../../test/secrets.ts';
import { assertProblem, client } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { decodeId } from '../platform/ids.ts';

// Recordings of calls with real telephones are paused and resumed. The staff's phone plays 440 Hz, the customer's 1,000 Hz.

const tones = { left: 440, right: 1_000 } as const;
const channels = ['left', 'right'] as const;
const audibleLevel = -25;
const rate = 8_000;

await withPhoneLab(async (lab) => {
  const databaseUrl = await createTestDatabase();
  const dataFolder = temporaryDataFolder();
  const { ASTERISK_URL, ...settings } = lab.settings;
  const startProcess = () =>
    serve({
      ...settings,
      ASTERISK_URL: ASTERISK_URL.join(),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataFolder,
      LOG_LEVEL: 'fatal',
      SECRETS_KEY: secretsKey,
      ANALYSIS_WORKERS: '0',
    });
  type Node = Awaited<ReturnType<typeof startProcess>>;
  type Verb = 'recording/pause' | 'recording/resume' | 'hold' | 'resume';

  async function callFrom(node: Node) {
    const tenant = await liveTenant({ ...node, databaseUrl });
    const { tenantId, staffId, key, start, reach, detail } = tenant;
    const callId = await start('+819012345678');
    await reach(callId, 'status', 'connected');
    const name = `${tenantId}-live-${decodeId('call', callId)}`;
    const ask = (verb: Verb | 'hangup', on: Node = node) => client(on, key).post(`/calls/${callId}/${verb}`);
    return {
      ...tenant,
      ...{ callId, ask, staffChannel: `${name}.staff-${staffId}` },
      async change(verb: Verb, on?: Node) {
        const { status, text, body } = await ask(verb, on);
        assert.equal(status, 200, text);
        return body.data;
      },
      /** Waits until the parties have talked for this many seconds. */
      async lasts(seconds: number, on?: Node) {
        const { answered_at } = await detail(callId, on);
        await until(() => Date.now() - Date.parse(answered_at) > seconds * 1_000, 30);
      },
      stored: () => readFileSync(join(dataFolder, 'recordings', `${tenantId}`, `${decodeId('call', callId)}.wav`)),
      /** The files that Asterisk writes, as far as they are on the disk. */
      raw: () =>
        ['received', 'sent'].map((direction) => readFileSync(join(lab.recordings, `${name}.${direction}.sln`))),
    };
  }

  const stop = async (node: Node) => {
    node.child.kill('SIGTERM');
    await node.ended;
  };

  function assertSilent(wav: Buffer, from: number, to: number): void {
    const part = partOf(wav, from, to).subarray(44);
    assert.ok(part.length > 0 && part.every((byte) => byte === 0), `silence from ${from} to ${to} s`);
  }

  function assertTones(wav: Buffer, from: number, to: number): void {
    for (const channel of channels) {
      const { part } = longestTone(tones[channel], partOf(wav, from, to), channel);
      const strength = strengthOf(tones[channel], part, channel);
      assert.ok(strength > audibleLevel, `${strength} dB on the ${channel} from ${from} to ${to} s`);
    }
  }

  /** The length in seconds of the longest silence in samples of 16 bits, once it is over. */
  function longestSilence(samples: Buffer): number {
    let [longest, count] = [0, 0];
    for (let at = 0; at + 1 < samples.length; at += 2) {
      if (samples.readInt16LE(at) === 0) count++;
      else {
        longest = Math.max(longest, count);
        count = 0;
      }
    }
    return longest / rate;
  }

  test('Asterisk writes silence for both parties during a pause, who still get the audio of each other', async () => {
    const node = await startProcess();
    const call = await callFrom(node);
    const apps = await lab.asterisk.ask<{ name: string }[]>('/applications');
    const app = apps.find(({ name }) => name.startsWith('trunkline-'))?.name ?? '';
    const received = await recordChannel(lab, app, call.staffChannel);
    await call.lasts(3);
    const paused = await call.change('recording/pause');
    assert.deepEqual([paused.recording.status, paused.recording.pauses[0].end_seconds], ['pending', null]);
    await call.lasts(8);
    await call.change('recording/resume');
    await call.lasts(13);
    // What is on the disk of Asterisk before the node stores anything: it writes 2 seconds at a time.
    for (const samples of await until(() => {
      const files = call.raw();
      return files.every((samples) => longestSilence(samples) > 4.5) && files;
    }))
      assert.ok(Math.abs(longestSilence(samples) - 5) < 0.5, `${longestSilence(samples)} s`);
    await call.ask('hangup');
    const { recording, duration_seconds } = await call.over(call.callId);
    assert.ok(Math.abs(recording.duration_seconds - duration_seconds) < 2, 'the recording keeps its length');
    const [{ start_seconds, end_seconds }] = recording.pauses;
    assert.ok(start_seconds >= 3 && end_seconds >= 8 && end_seconds < 9, JSON.stringify(recording.pauses));
    const wav = call.stored();
    assertTones(wav, 0.5, start_seconds);
    assertSilent(wav, start_seconds, end_seconds);
    assertTones(wav, end_seconds + 0.5, recording.duration_seconds);
    const heard = stereo(await received());
    const customer = longestTone(tones.right, heard, 'left');
    assert.ok(customer.seconds > 5, `the staff member gets ${customer.seconds} s of the customer without a gap`);
    assert.deepEqual(await lab.leftovers(), []);
    await stop(node);
  });

  test('a recording stays paused when its node is killed, until another node resumes it', async () => {
    const first = await startProcess();
    const call = await callFrom(first);
    await call.lasts(2);
    await call.change('recording/pause');
    const second = await startProcess();
    first.child.kill('SIGKILL');
    await first.ended;
    await until(async () => {
      const [open] = await query({ databaseUrl }, livingDriver, [call.tenantId]);
      return open?.is_alive;
    }, 30);
    await call.change('recording/pause', second);
    await call.lasts(9, second);
    await call.change('recording/resume', second);
    await call.lasts(12, second);
    await call.ask('hangup', second);
    const { recording, end_reason } = await call.over(call.callId, second);
    assert.deepEqual([end_reason, recording.pauses.length], ['hung_up_by_api', 1]);
    const [{ start_seconds, end_seconds }] = recording.pauses;
    const wav = call.stored();
    assertTones(wav, 0.5, start_seconds);
    assertSilent(wav, start_seconds, end_seconds);
    assertTones(wav, end_seconds + 0.5, recording.duration_seconds);
    await stop(second);
  });

  const livingDriver = `
    select exists (select from nodes n where n.node_id = o.node_id and alive_until > now()) as is_alive
    from open_calls o where tenant_id = $1`;

  test('holds and pauses do not disturb each other', async () => {
    const node = await startProcess();
    const call = await callFrom(node);
    await call.lasts(2);
    await call.change('recording/pause');
    assert.equal((await call.change('hold')).recording.pauses[0].end_seconds, null);
    await call.lasts(4);
    await call.change('resume');
    await call.lasts(6);
    await call.change('recording/resume');
    await call.lasts(9);
    await call.change('hold');
    assert.equal((await call.change('recording/pause')).is_on_hold, true);
    await call.lasts(11);
    assert.equal((await call.change('recording/resume')).is_on_hold, true);
    await call.change('resume');
    await call.lasts(15);
    await call.ask('hangup');
    const { recording, holds } = await call.over(call.callId);
    assert.deepEqual([recording.pauses.length, holds.length], [2, 2]);
    const [first, second] = recording.pauses;
    const wav = call.stored();
    for (const { start_seconds, end_seconds } of recording.pauses) assertSilent(wav, start_seconds, end_seconds);
    assertTones(wav, 0.5, first.start_seconds);
    assertTones(wav, first.end_seconds + 0.5, second.start_seconds - 0.5);
    assertTones(wav, second.end_seconds + 1, recording.duration_seconds);
    await stop(node);
  });

  test('a pause is not confirmed while Asterisk does not answer, and takes effect when it does', async () => {
    const node = await startProcess();
    const call = await callFrom(node);
    process.kill(lab.asterisk.pid(), 'SIGSTOP');
    try {
      assertProblem(await call.ask('recording/pause'), 503, 'unavailable');
    } finally {
      process.kill(lab.asterisk.pid(), 'SIGCONT');
    }
    const paused = await until(async () => {
      const answer = await call.ask('recording/pause');
      return answer.status === 200 && answer.body.data;
    }, 20);
    assert.equal(paused.recording.pauses.length, 1);
    await call.ask('hangup');
    const { recording } = await call.over(call.callId);
    const [{ start_seconds, end_seconds }] = recording.pauses;
    assert.equal(end_seconds, recording.duration_seconds);
    assertSilent(call.stored(), start_seconds, end_seconds);
    await stop(node);
  });
});
