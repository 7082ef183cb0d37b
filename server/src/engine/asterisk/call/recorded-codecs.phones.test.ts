import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { atEnd } from '../../../../test/at-end.ts';
import { collectEvents, isOf, newCall, onlyRefOf, staffWith } from '../../../../test/engine-suite.ts';
import { assertParties } from '../../../../test/phone-lab/assert-parties.ts';
import { type Codec, startBaresip } from '../../../../test/phone-lab/baresip.ts';
import { startFarEnd } from '../../../../test/phone-lab/far-end.ts';
import { freeUdpPort } from '../../../../test/phone-lab/free-port.ts';
import { partiesOf } from '../../../../test/phone-lab/parties.ts';
import { withFetched, withFreshPhoneLab } from '../../../../test/phone-lab/phone-lab.ts';
import { fetchBaresip, fetchPrograms } from '../../../../test/phone-lab/programs.ts';
import { receivingNodes } from '../../../../test/phone-lab/receiving-node.ts';
import type { PhoneLab } from '../../../../test/phone-lab/start-phone-lab.ts';
import { longestTone, strengthOf } from '../../../../test/phone-lab/tone.ts';
import { until } from '../../../../test/until.ts';
import { idOf } from '../../../platform/ids.ts';
import { createLog } from '../../../platform/log.ts';
import type { EngineCall, EngineEvent } from '../../engine.ts';
import { ariClient } from '../ari/ari-http.ts';
import { staffChannel } from '../ari/call-names.ts';
import { createAsteriskEngine } from '../asterisk-engine.ts';

// Recordings between phones and carriers with different codecs. A tone of the right frequency, without a gap or a jump, proves
// that no sample is missing and that the file has the right rate.

const talkSeconds = 4;
/** On a busy machine late packets break a tone; with a wrong rate or lost samples no part is longer than 0.02 s. */
const unbrokenSeconds = 0.2;
/** Late packets are not recorded. A wrong rate or lost samples would cost half of a conversation, or more. */
const mostMissing = 0.2;

const declare = async (lab: PhoneLab) => {
  const folder = join(lab.recordings, '..');
  const { addPhone, addTrunk } = partiesOf(lab.asterisk);
  let parties = 0;
  const nextAddress = () => lab.asterisk.sipAddress.replace(/\d+:\d+$/, `${100 + ++parties}`);

  async function telephone(
    options: Omit<Parameters<typeof startBaresip>[0], 'folder' | 'address'>,
    address = nextAddress(),
  ) {
    const started = await startBaresip({ folder: join(folder, `baresip-${randomUUID()}`), address, ...options });
    atEnd(started.stop);
    return started;
  }

  /** A staff phone that registers with a Trunkline account. Like an administrator, a test may have it offered other codecs. */
  async function phone(codecs: Codec | Codec[], hertz = 733, offered?: string): Promise<string> {
    const account = await addPhone(`phone-${++parties}`);
    if (offered)
      await ariClient(lab.asterisk).put(`/asterisk/config/dynamic/res_pjsip/endpoint/${account.username}`, {
        fields: [{ attribute: 'allow', value: `!all,${offered}` }],
      });
    await telephone({ codecs: [codecs].flat(), hertz, registration: { account, registrar: lab.asterisk.sipAddress } });
    return `sip:${account.username}`;
  }

  /** Returns the name of the trunk. */
  async function trunkTo(place: { host: string; port: number }, codecs: string[]): Promise<string> {
    const name = `to-${place.host}`;
    await addTrunk(name, place, codecs);
    await until(async () => (await lab.stateOf(name)) === 'online');
    return name;
  }

  /** A carrier that uses PCMU; the called number chooses its behavior, see `answering-scenario.ts`. */
  async function carrier(codecs = ['ulaw', 'alaw']): Promise<string> {
    const [{ sipp }, host] = [await fetchPrograms(), nextAddress()];
    const port = await freeUdpPort(host);
    const farEnd = await startFarEnd(sipp, { folder: join(folder, host), address: host, port, hertz: 1_033 });
    atEnd(farEnd.stop);
    return trunkTo({ host, port }, codecs);
  }

  const wideCarrier = async (hertz = 1_033) => trunkTo(await telephone({ codecs: ['g722'], hertz }), ['g722']);

  const node = (t: TestContext) =>
    collectEvents(async (report) => {
      const account = { account: lab.asterisk, app: `trunkline-${randomUUID()}`, trunk: 'none' };
      const engine = createAsteriskEngine({
        report,
        log: createLog('silent'),
        ...account,
        recordingFolder: lab.recordings,
      });
      await until(engine.isReady);
      return engine;
    }, t);

  const callBetween = (phone: string, trunk: string) =>
    newCall({ number: '+819012345678', staff: staffWith(phone), trunk, callerId: '+81312345678', isTest: false });

  const answerOf = (reported: EngineEvent[], call: EngineCall, leg = 'customer') =>
    reported.filter(isOf(call)).find((event) => event.kind === 'answered' && event.leg === leg);

  async function untilTalked(reported: EngineEvent[], call: EngineCall, leg?: string): Promise<void> {
    const { at } = await until(() => answerOf(reported, call, leg));
    await until(() => Date.now() - at.getTime() > talkSeconds * 1_000);
  }

  /** Waits for the end of the call. */
  async function recordingOf(reported: EngineEvent[], call: EngineCall) {
    const { at, ending } = await until(() => reported.filter(isOf(call)).find((event) => event.kind === 'ended'));
    const recorded = reported.filter(isOf(call)).find((event) => event.kind === 'recorded');
    assert.ok(recorded, 'there is a recording');
    const [wav, { seconds }] = [readFileSync(recorded.file), recorded];
    const rate = wav.readUInt32LE(24);
    assert.equal(seconds, (wav.length - 44) / 4 / rate);
    return { wav, rate, seconds, ending, talked: (at.getTime() - (ending.answeredAt?.getTime() ?? 0)) / 1_000 };
  }

  async function assertTalk(
    reported: EngineEvent[],
    call: EngineCall,
    { rates = [16_000], staff = 733, customer = 1_033 } = {},
  ) {
    const recording = await recordingOf(reported, call);
    const { seconds, talked } = recording;
    assert.ok(Math.abs(seconds - talked) < mostMissing * talked, `${seconds} s of ${talked} s`);
    assertParties(recording.wav, staff, customer, unbrokenSeconds);
    assert.ok(rates.includes(recording.rate), `${recording.rate} Hz`);
  }

  test('a talk is recorded whole, at its true speed, with any codecs of the two parties', async (t) => {
    const narrow = await carrier();
    const talks = [
      { phone: await phone('pcmu'), trunk: narrow, rates: [8_000] },
      { phone: await phone('g722'), trunk: narrow },
      { phone: await phone('opus'), trunk: narrow },
      { phone: await phone('pcmu'), trunk: await wideCarrier(), rates: [8_000] },
      // Asterisk assumes Opus, at 48 kHz, until PCMU arrives; either rate is right.
      { phone: await phone(['pcmu', 'opus'], 733, 'opus,ulaw'), trunk: narrow, rates: [8_000, 16_000] },
      // Frequencies that a recording at 8 kHz cannot contain.
      { phone: await phone('g722', 4_733), trunk: await wideCarrier(5_033), staff: 4_733, customer: 5_033 },
      { phone: await phone('opus', 4_733), trunk: await wideCarrier(5_033), staff: 4_733, customer: 5_033 },
    ].map(({ phone, trunk, ...expected }) => ({ call: callBetween(phone, trunk), expected }));
    const { engine, reported } = await node(t);
    for (const { call } of talks) await engine.place(call);
    for (const { call } of talks) await untilTalked(reported, call);
    for (const { call } of talks) await engine.hangUp(call);
    for (const { call, expected } of talks) await assertTalk(reported, call, expected);
  });

  test('a call that comes in over G.722 is recorded whole, and so is the message of a caller', async (t) => {
    const { receive } = receivingNodes(lab);
    const [talking, speaking] = [nextAddress(), nextAddress()];
    // Asterisk identifies these trunks by their addresses; no call goes out over them.
    for (const host of [talking, speaking]) await addTrunk(`from-${host}`, { host, port: 5_060 }, ['g722']);
    const calls = `sip:+81312345678@${lab.asterisk.sipAddress}`;
    const staff = staffWith(await phone('opus'));
    const hasVoicemail = { staff: [], hasVoicemail: true, language: 'en' };
    const { engine, reported, callOf } = await receive(
      t,
      new Map<string, Partial<EngineCall>>([
        ['talking', { staff }],
        ['speaking', hasVoicemail],
      ]),
    );
    await telephone({ codecs: ['g722'], hertz: 1_033, calls, name: 'talking' }, talking);
    const caller = await telephone({ codecs: ['g722'], hertz: 1_033, calls, name: 'speaking' }, speaking);
    const talk = await callOf('talking');
    await untilTalked(reported, talk, 'staff');
    await engine.hangUp(talk);
    await assertTalk(reported, talk);

    const message = await callOf('speaking');
    const written = () =>
      readdirSync(lab.recordings).find((name) => name.includes(`${message.callId}.message.received`));
    const file = join(lab.recordings, await until(written));
    // Asterisk writes in blocks of a second.
    await until(() => statSync(file).size > 2 * 2 * 16_000);
    await caller.stop();
    const { wav, rate, seconds, ending } = await recordingOf(reported, message);
    assert.deepEqual([ending.status, ending.hangupBy], ['voicemail', 'customer']);
    assert.ok(rate === 16_000 && seconds > 2 && seconds < 8, `${seconds} s at ${rate} Hz`);
    const { part, seconds: unbroken } = longestTone(1_033, wav, 'right');
    assert.ok(unbroken > unbrokenSeconds && strengthOf(1_033, part, 'right') > -20, `${unbroken} s`);
    assert.ok(
      wav.subarray(44).every((byte, i) => i % 4 > 1 || byte === 0),
      'nobody is on the left',
    );
  });

  test('a phone that changes its codec in the middle of a talk is recorded on', async (t) => {
    const changing = await addPhone('changing');
    const softphone = await lab.softphone({ ...changing, answersAs: 'changing771' });
    assert.equal(await softphone.register(), 200);
    const call = callBetween('sip:changing', await carrier());
    const { engine, reported } = await node(t);
    await engine.place(call);
    const codecOf = async () => {
      const path = `/channels/${encodeURIComponent(staffChannel(call, idOf('staff', 1)))}/variable?variable=CHANNEL(audionativeformat)`;
      return (await lab.asterisk.ask<{ value: string }>(path)).value;
    };
    await until(() => answerOf(reported, call));
    for (const codec of ['(g722)', '(ulaw)']) await until(async () => (await codecOf()) === codec);
    const changedAt = Date.now();
    await until(() => Date.now() - changedAt > 2_000);
    await engine.hangUp(call);
    const { wav, rate, seconds, talked } = await recordingOf(reported, call);
    assert.ok(
      rate === 8_000 && Math.abs(seconds - talked) < mostMissing * talked,
      `${seconds} s of ${talked} s at ${rate} Hz`,
    );
    const before = wav.subarray(0, 44 + 4 * 2 * rate);
    const after = Buffer.concat([wav.subarray(0, 44), wav.subarray(-4 * 1.5 * rate)]);
    for (const part of [before, after]) assertParties(part, 440, 1_033, unbrokenSeconds);
  });

  test('a node that takes over a talk knows the rate of its recording', async (t) => {
    const call = callBetween(await phone('g722'), await carrier());
    const first = await node(t);
    await first.engine.place(call);
    await until(() => answerOf(first.reported, call));
    await first.engine.stop();
    const second = await node(t);
    assert.deepEqual(await second.engine.adopt([call]), [onlyRefOf(call)]);
    await untilTalked(second.reported, call);
    await second.engine.hangUp(call);
    await assertTalk(second.reported, call);
  });

  test('kill -9 of Asterisk: both sides of the talk are kept, at their true speed', async (t) => {
    const call = callBetween(await phone('g722'), await carrier());
    const { engine, reported } = await node(t);
    await engine.place(call);
    await untilTalked(reported, call);
    await lab.asterisk.kill();
    await lab.asterisk.start();
    const { wav, rate, seconds } = await recordingOf(reported, call);
    assert.ok(rate === 16_000 && seconds > talkSeconds - 2.5, `${seconds} s at ${rate} Hz`);
    assertParties(wav, 733, 1_033, unbrokenSeconds);
  });
};

await withFetched(fetchBaresip, () => withFreshPhoneLab(declare));
