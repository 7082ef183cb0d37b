import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isOf, nameOf, onlyRefOf, staffWith } from '../../../../test/engine-suite.ts';
import { openAudioReceiver } from '../../../../test/phone-lab/audio-receiver.ts';
import { startBreakableNetwork } from '../../../../test/phone-lab/breakable-network.ts';
import { withPhoneLab } from '../../../../test/phone-lab/phone-lab.ts';
import { receivingNodes } from '../../../../test/phone-lab/receiving-node.ts';
import { loudness, othersThan, strengthOf } from '../../../../test/phone-lab/tone.ts';
import { until } from '../../../../test/until.ts';
import { callName } from '../../../platform/call-ref.ts';
import type { Ending } from '../../engine.ts';

const called = '+81312345678';
/** The greeting and the tone take 5.1 s. */
const hasVoicemail = { hasVoicemail: true, language: 'en' };

await withPhoneLab((lab) => {
  const { receive, follow } = receivingNodes(lab);
  let callers = 0;
  const callIn = async (talks: number) => {
    const from = `+8190222${String(++callers).padStart(5, '0')}`;
    return { from, ...(await lab.callIn({ from, to: called, patience: 8_000, talks })) };
  };
  const filesOf = (callId: string) => readdirSync(lab.recordings).filter((name) => name.includes(callId));
  const isRecording = (call: { callId: string }) =>
    until(() => filesOf(call.callId).some((name) => name.includes('.message.received.')));

  test('an unanswered caller may leave a message; a silent caller leaves none', async (t) => {
    const { engine, reported, callOf, endOf } = await receive(t, { ...hasVoicemail, staff: staffWith('sip:phone486') });
    const [speaks, hangsUp] = [await callIn(9_500), await callIn(2_000)];
    const [silentCall, cutOffCall] = [await callIn(5_500), await callIn(20_000)];

    const abandoned = await callOf(hangsUp.from);
    assert.deepEqual(summary((await endOf(abandoned)).ending), ['missed_call', 'caller_gave_up', 'customer']);
    const silent = await callOf(silentCall.from);
    assert.deepEqual(summary((await endOf(silent)).ending), ['missed_call', 'caller_gave_up', 'customer']);
    const cutOff = await callOf(cutOffCall.from);
    await isRecording(cutOff);
    await engine.hangUp(cutOff);
    assert.deepEqual(summary((await endOf(cutOff)).ending), ['canceled', 'canceled_by_api', 'system']);
    for (const call of [abandoned, silent, cutOff]) {
      assert.ok(!reported.filter(isOf(call)).some(({ kind }) => kind === 'recorded'));
      assert.deepEqual(filesOf(call.callId), []);
    }

    const call = await callOf(speaks.from);
    const { ending } = await endOf(call);
    assert.deepEqual(summary(ending), ['voicemail', 'voicemail', 'customer']);
    assert.equal(ending.answeredAt, undefined);
    const names = reported.filter(isOf(call)).map(nameOf);
    assert.deepEqual(names, ['recorded', 'ended']);
    const recorded = reported.filter(isOf(call)).find((event) => event.kind === 'recorded');
    // Audio of a busy machine has gaps, which are not recorded.
    assert.ok(recorded && recorded.seconds > 2.5 && recorded.seconds < 4.6, `${recorded?.seconds} s`);
    const wav = readFileSync(recorded.file);
    assert.ok(strengthOf(1_000, wav, 'right') > -20, `${strengthOf(1_000, wav, 'right')} dB`);
    assert.ok(othersThan(1_000, wav, 'right') < -30, 'neither greeting nor tone');
    assert.ok(othersThan(1, wav, 'left') < -80, 'nobody is on the left');
    assert.deepEqual(filesOf(call.callId).length, 1);
    assert.deepEqual(
      await Promise.all([speaks, hangsUp, silentCall, cutOffCall].map(({ ended }) => ended)),
      [0, 0, 0, 0],
    );
  });

  test('while a message is recorded, the caller is sent silence: a line without packets may be taken for dead', async (t) => {
    const carrier = await lab.anotherCarrier();
    await lab.addTrunk('quiet', carrier);
    const audio = await openAudioReceiver(carrier.host);
    t.after(audio.close);
    const { callOf, endOf } = await receive(t, { ...hasVoicemail, staff: [] });
    const from = '+819022299999';
    const caller = { from, to: called, patience: 8_000, talks: 9_000, mediaPort: audio.port };
    const { ended } = await lab.callIn(caller, { address: carrier.host });
    const call = await callOf(from);
    await isRecording(call);
    const before = audio.received().length;
    const second = 8_000;
    await until(() => audio.received().length > before + second);
    assert.ok(loudness(audio.received().subarray(-second)) < -60, 'it is silent');
    assert.equal(await ended, 0);
    await endOf(call);
  });

  test('if no phone can be rung the caller is asked for a message at once, and Asterisk ends one that is too long', async (t) => {
    const { reported, callOf, endOf } = await receive(t, { ...hasVoicemail, staff: [] }, undefined, {
      longestMessageSeconds: 5,
    });
    const { from, ended, statuses } = await callIn(20_000);
    const { ending } = await endOf(await callOf(from));
    assert.deepEqual(summary(ending), ['voicemail', 'voicemail', 'system']);
    const recorded = reported.find((event) => event.kind === 'recorded');
    assert.ok(recorded && recorded.seconds > 3.5 && recorded.seconds < 5.5, `${recorded?.seconds} s`);
    assert.equal(await ended, 0);
    assert.ok(statuses().includes(200));
  });

  test('when the network to Asterisk breaks during the greeting, the message is still recorded', async (t) => {
    const network = await startBreakableNetwork(lab.asterisk.url);
    const options = { account: { ...lab.asterisk, url: network.url }, longestMessageSeconds: 2 };
    const { engine, reported, callOf, endOf } = await receive(t, { ...hasVoicemail, staff: [] }, undefined, options);
    const { from } = await callIn(20_000);
    const call = await callOf(from);
    const isPlaying = () =>
      lab.asterisk.ask(`/playbacks/${callName(call)}.greeting`).then(
        () => true,
        () => false,
      );
    await until(isPlaying);
    network.cut();
    await until(() => !engine.isReady());
    await until(async () => !(await isPlaying()));
    network.restore();
    assert.deepEqual(summary((await endOf(call)).ending), ['voicemail', 'voicemail', 'system']);
    assert.ok(reported.some((event) => event.kind === 'recorded' && event.seconds > 1.5));
  });

  test('a node that stops during the greeting or the message leaves the caller to the next one', async (t) => {
    const first = await receive(t, { ...hasVoicemail, staff: staffWith('sip:phone486') });
    // The second caller gets the greeting again.
    const speaking = await callIn(8_000);
    const message = await first.callOf(speaking.from);
    await isRecording(message);
    const listening = await callIn(9_000);
    const greeting = await first.callOf(listening.from);
    await until(() => listening.statuses().includes(200));
    await first.engine.stop();
    const second = await follow(t);
    assert.deepEqual(await second.engine.adopt([message, greeting]), [message, greeting].map(onlyRefOf));
    for (const call of [message, greeting]) {
      assert.deepEqual(summary((await second.endOf(call)).ending), ['voicemail', 'voicemail', 'customer']);
      const recorded = second.reported.filter(isOf(call)).find((event) => event.kind === 'recorded');
      assert.ok(recorded && recorded.seconds > 1.5, `${recorded?.seconds} s`);
    }
  });

  test('kill -9 of Asterisk, and of the node too: the recorded part of a message is kept', async (t) => {
    const { engine, reported, callOf, endOf } = await receive(t, { ...hasVoicemail, staff: [] });
    const [one, two] = [await callIn(14_000), await callIn(14_000)];
    const [followed, orphan] = [await callOf(one.from), await callOf(two.from)];
    for (const call of [followed, orphan]) await isRecording(call);
    engine.abandon([orphan]);
    // Asterisk writes recordings in blocks of some seconds; the kill loses the last one.
    const written = (call: typeof followed) =>
      readFileSync(`${lab.recordings}/${callName(call)}.message.received.sln`).length;
    await until(() => [followed, orphan].every((call) => written(call) > 32_000));
    await lab.asterisk.kill();
    await until(() => !engine.isReady());
    await lab.asterisk.start();
    assert.deepEqual(summary((await endOf(followed)).ending), ['voicemail', 'voicemail', 'system']);
    assert.ok(reported.some((event) => event.kind === 'recorded' && event.callId === followed.callId));
    const next = await follow(t);
    assert.deepEqual(await next.engine.adopt([orphan]), [onlyRefOf(orphan)]);
    assert.deepEqual(summary((await next.endOf(orphan)).ending), ['voicemail', 'voicemail', 'system']);
    assert.ok(next.reported.some((event) => event.kind === 'recorded' && event.seconds > 1));
  });
});

const summary = ({ status, reason, hangupBy }: Ending) => [status, reason, hangupBy];
