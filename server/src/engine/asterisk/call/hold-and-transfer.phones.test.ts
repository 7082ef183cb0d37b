import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { nameOf, newCall, staffWith } from '../../../../test/engine-suite.ts';
import { openAudioReceiver } from '../../../../test/phone-lab/audio-receiver.ts';
import { withPhoneLab } from '../../../../test/phone-lab/phone-lab.ts';
import { receivingNodes } from '../../../../test/phone-lab/receiving-node.ts';
import { transferTarget } from '../../../../test/phone-lab/scenarios/answering-scenario.ts';
import { loudness } from '../../../../test/phone-lab/tone.ts';
import { until } from '../../../../test/until.ts';

// Requests of phones and carriers during a call. In the phone lab's `answering-scenario.ts`, 778 sends a REFER, 779 puts the
// line on hold, and 780 asks whether the call is still there.

const number = '+819012345678';
const callerId = '+81312345678';
/** Two seconds of mu-law. */
const twoSeconds = 16_000;

await withPhoneLab((lab) => {
  const { receive, follow } = receivingNodes(lab);

  /** Starts a conversation and returns a function that ends it. */
  async function talk(t: TestContext, phone: string, to: string) {
    const { engine, reported, endOf } = await follow(t);
    const call = newCall({ number: to, staff: staffWith(phone), callerId });
    await engine.place(call);
    await until(() => nameOf(reported.at(-1)) === 'answered customer');
    return async () => {
      await engine.hangUp(call);
      return (await endOf(call)).ending;
    };
  }

  for (const [party, phone, to] of [
    ['phone', 'sip:phone778', number],
    ['carrier', 'sip:alice', '+819012345778'],
  ] as const)
    test(`a transfer (REFER) by a ${party} is refused at once, rings no telephone, and the talk goes on`, async (t) => {
      const farEnd = party === 'phone' ? lab.phones : lab.carrier;
      const end = await talk(t, phone, to);
      await until(() => farEnd.answersTo('REFER').length > 0);
      assert.deepEqual(farEnd.answersTo('REFER'), [603]);
      const ending = await end();
      assert.deepEqual([ending.reason, ending.hangupBy], ['hung_up_by_api', 'system']);
      for (const { invites } of [lab.phones, lab.carrier])
        assert.ok(!invites().some((invite) => invite.to === transferTarget));
    });

  test('a carrier that asks whether a call is still there is answered: without an answer it would end the call', async (t) => {
    const end = await talk(t, 'sip:alice', '+819012345780');
    await until(() => lab.carrier.answersTo('INFO').length > 0);
    assert.deepEqual([lab.carrier.answersTo('OPTIONS'), lab.carrier.answersTo('INFO')], [[200], [200]]);
    assert.equal((await end()).reason, 'hung_up_by_api');
  });

  test('a customer on hold gets music, from the shipped files only', async (t) => {
    const carrier = await lab.anotherCarrier();
    await lab.addTrunk('held', carrier);
    const audio = await openAudioReceiver(carrier.host);
    t.after(audio.close);
    const { engine, callOf, endOf } = await receive(t, { staff: staffWith('sip:phone779') });
    const caller = { from: number, to: callerId, patience: 8_000, talks: 20_000, mediaPort: audio.port };
    const { ended } = await lab.callIn(caller, { address: carrier.host });
    await until(() => lab.phones.answersTo('INVITE').includes(200));
    const before = audio.received().length;
    await until(() => audio.received().length > before + twoSeconds);
    const held = audio.received().subarray(-twoSeconds / 2);
    assert.ok(loudness(held) > -40, `${loudness(held)} dB`);
    await engine.hangUp(await callOf(number));
    assert.equal((await endOf(await callOf(number))).ending.reason, 'hung_up_by_api');
    assert.equal(await ended, 0);
  });
});
