import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { isOf, listenTo, nameOf, newCall, refOf } from '../../../test/engine-suite.ts';
import { withPhoneLab } from '../../../test/phone-lab/phone-lab.ts';
import { until } from '../../../test/until.ts';
import { createLog } from '../../platform/log.ts';
import type { Engine, EngineCall, EngineEvent } from '../engine.ts';
import { createAsteriskEngine } from './asterisk-engine.ts';

const log = createLog('silent');
const called = '+81312345678';

await withPhoneLab((lab) => {
  const start = async (tell: (event: EngineEvent) => void) => {
    const engine = createAsteriskEngine({
      tell,
      log,
      account: lab.asterisk,
      name: 'lab',
      app: `trunkline-${randomUUID()}`,
      trunk: 'carrier',
      recordingFolder: lab.recordings,
      ringSeconds: { staff: 2, customer: 2 },
    });
    await until(engine.isReady);
    return engine;
  };

  /** A node that takes whoever calls for the phone of this name. */
  const listen = (t: TestContext, staffPhone: string | null, react = (_event: EngineEvent, _engine: Engine) => {}) => {
    const calls: EngineCall[] = [];
    const listening = listenTo(start, t, (event, engine) => {
      if (event.kind === 'arrived') {
        const call = newCall({ number: event.from, callType: 'inbound', staffPhone, dialledAt: event.at });
        calls.push(call);
        engine.receive(event.ref, call);
      }
      react(event, engine);
    });
    return listening.then((node) => ({ ...node, taken: () => until(() => calls[0]) }));
  };
  const caller = (from: string) => ({ from, to: called, patience: 8_000, talks: 1_000 });

  test('somebody who calls is put through, and both talk', async (t) => {
    const { told, taken, endOf } = await listen(t, 'sip:alice');
    const { ended } = await lab.callIn(caller('+819011112222'));
    const call = await taken();
    const { ending } = await endOf(call);
    assert.equal(await ended, 0);
    assert.deepEqual([ending.reason, ending.hangupBy], ['completed', 'customer']);
    assert.ok(ending.answeredAt);
    assert.deepEqual(told.map(nameOf), ['arrived', 'ringing staff', 'answered staff', 'recorded', 'ended']);
    const [arrived] = told;
    assert.ok(arrived?.kind === 'arrived' && arrived.ref.startsWith('lab/'));
    assert.deepEqual([arrived.from, arrived.to], ['+819011112222', { number: called }]);
    assert.equal(lab.phones.invites().at(-1)?.from, '+819011112222');
  });

  for (const [staffPhone, reason] of [
    ['sip:phone999', 'staff_no_answer'],
    ['sip:phone486', 'staff_busy'],
    ['sip:unregistered', 'staff_unreachable'],
    [null, 'staff_unreachable'],
  ] as const)
    test(`a call that nobody takes is missed, and the caller is told: ${staffPhone} ${reason}`, async (t) => {
      const { taken, endOf } = await listen(t, staffPhone);
      const { ended } = await lab.callIn(caller('+819011113333'));
      const { ending } = await endOf(await taken());
      assert.deepEqual([ending.status, ending.reason, ending.answeredAt], ['missed_call', reason, undefined]);
      assert.equal(await ended, 0);
    });

  test('a caller who gives up is missed', async (t) => {
    const { taken, endOf } = await listen(t, 'sip:phone999');
    await lab.callIn({ ...caller('+819011114444'), patience: 800 });
    const { ending } = await endOf(await taken());
    assert.deepEqual([ending.status, ending.reason, ending.hangupBy], ['missed_call', 'caller_gave_up', 'customer']);
    assert.deepEqual([ending.sipCode, ending.q850Cause], [487, 127]);
  });

  test('a staff member who hangs up, and an administrator who does, end the talk', async (t) => {
    const first = await listen(t, 'sip:phone776');
    await lab.callIn({ ...caller('+819011115555'), talks: 8_000 });
    assert.deepEqual((await first.endOf(await first.taken())).ending.hangupBy, 'staff');
    await first.engine.stop();

    const second = await listen(t, 'sip:alice', (event, engine) => {
      if (event.kind === 'answered') engine.hangUp(event);
    });
    await lab.callIn({ ...caller('+819011116666'), talks: 8_000 });
    assert.equal((await second.endOf(await second.taken())).ending.reason, 'hung_up_by_api');
  });

  for (const stage of ['ringing staff', 'answered staff'])
    test(`a node that stops at "${stage}" leaves the caller to the next one`, async (t) => {
      const stopped = Promise.withResolvers<void>();
      const first = await listen(t, 'sip:alice', (event, engine) => {
        if (nameOf(event) === stage) stopped.resolve(engine.stop());
      });
      await lab.callIn(caller('+819011117777'));
      const call = await first.taken();
      await stopped.promise;
      const second = await listenTo(start, t);
      assert.deepEqual(await second.engine.adopt([call]), [refOf(call)]);
      const { ending } = await second.endOf(call);
      assert.deepEqual([ending.reason, ending.hangupBy], ['completed', 'customer']);
      assert.ok(second.told.filter(isOf(call)).some(({ kind }) => kind === 'recorded'));
    });

  test('of two nodes one has the caller', async (t) => {
    const [one, two] = [await listen(t, 'sip:alice'), await listen(t, 'sip:alice')];
    const { ended } = await lab.callIn(caller('+819011118888'));
    assert.equal(await ended, 0);
    await until(() => [...one.told, ...two.told].some(({ kind }) => kind === 'ended'));
    assert.equal([...one.told, ...two.told].filter(({ kind }) => kind === 'arrived').length, 1);
  });
});
