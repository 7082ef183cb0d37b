import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { MPEGDecoder } from 'mpg123-decoder';
import { buildStaff, buildTenant, query } from '../../test/builders.ts';
import { withPhoneLab } from '../../test/phone-lab/phone-lab.ts';
import { strengthOf } from '../../test/phone-lab/tone.ts';
import { startTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { decodeId } from '../platform/ids.ts';

await withPhoneLab(async (lab) => {
  const { url, user, password } = lab.asterisk;
  const account = Object.assign(new URL(url), { username: user, password });
  const app = await startTestApp({
    ASTERISK_URL: [account.href],
    ASTERISK_TRUNK: 'carrier',
    ASTERISK_RECORDINGS: lab.recordings,
    DATA_DIR: join(lab.recordings, 'data'),
  });

  test('a real talk plays in both formats, each party on its own channel, and Asterisk keeps nothing of it', async () => {
    const { api, tenantId, projectId } = await buildTenant(app, { kind: 'live' });
    const staff_id = await buildStaff(app, tenantId);
    await query(app, `update staff set phone = 'sip:alice' where staff_id = $1`, [staff_id]);
    const body = { staff_id, project_id: projectId, phone_number: '+819012345776' };
    const started = await until(async () => {
      const answer = await api.post('/calls/initiate', body);
      return answer.status === 200 && answer; // Once Asterisk is connected.
    });
    const { call_id } = started.body.data;
    const call = await until(async () => {
      const { data } = (await api.get(`/calls/${call_id}`)).body;
      return data.ended_at && data;
    });

    const played = async (query: string) =>
      Buffer.from(await (await fetch(`${call.recording.url}${query}`)).arrayBuffer());
    const wav = await played('');
    assert.equal(wav.length, call.recording.size_bytes);
    for (const sound of [wav, await decoded(await played('?format=mp3'))]) {
      assert.ok(strengthOf(440, sound, 'left') > -25, 'the staff member is on the left');
      assert.ok(strengthOf(1_000, sound, 'right') > -25, 'the customer is on the right');
      assert.ok(strengthOf(1_000, sound, 'left') < -45, 'and not on the left');
      assert.ok(strengthOf(440, sound, 'right') < -45, 'nor she on the right');
    }
    const uuid = decodeId('call', call_id) as string;
    await until(() => !readdirSync(lab.recordings).some((name) => name.includes(uuid)));
  });
});

/** Decodes an MP3 into a WAV file. */
async function decoded(mp3: Buffer): Promise<Buffer> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData, samplesDecoded } = decoder.decode(mp3);
  decoder.free();
  const wav = Buffer.alloc(44 + 4 * samplesDecoded);
  for (const [channel, samples] of channelData.entries())
    for (const [i, sample] of samples.entries())
      wav.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), 44 + 4 * i + 2 * channel);
  return wav;
}
