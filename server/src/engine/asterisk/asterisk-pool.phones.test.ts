import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { collectEvents, nameOf, newCall, onlyRefOf, staffWith } from '../../../test/engine-suite.ts';
import { withPhoneLab } from '../../../test/phone-lab/phone-lab.ts';
import type { PhoneLab } from '../../../test/phone-lab/start-phone-lab.ts';
import { until } from '../../../test/until.ts';
import { createLog } from '../../platform/log.ts';
import type { EngineEvent } from '../engine.ts';
import { createAsteriskEngine } from './asterisk-engine.ts';
import { createAsteriskPool } from './asterisk-pool.ts';

const log = createLog('silent');

await withPhoneLab((one) =>
  withPhoneLab((two) => {
    const labs = { one, two };
    const memberOf = (name: string, lab: PhoneLab, report: (event: EngineEvent) => void) => ({
      name,
      engine: createAsteriskEngine({
        report,
        log,
        account: lab.asterisk,
        name,
        app: `trunkline-${randomUUID()}`,
        trunk: 'carrier',
        recordingFolder: lab.recordings,
      }),
    });
    const startNode = (t: TestContext) =>
      collectEvents(async (report) => {
        const members = Object.entries(labs).map(([name, lab]) => memberOf(name, lab, report));
        await until(() => members.every(({ engine }) => engine.isReady()));
        return createAsteriskPool(members);
      }, t);
    const newTalk = () => newCall({ number: '+819012345678', staff: staffWith('sip:alice'), callerId: '+81312345678' });
    const isOn = async (lab: PhoneLab, callId: string) => (await lab.leftovers()).some((name) => name.includes(callId));
    const answered = (reported: EngineEvent[]) =>
      reported.filter((event) => nameOf(event) === 'answered customer').length;
    /** Waits until this many calls have been answered. A call that ends instead fails the test at once, with the reason. */
    const untilAnswered = (reported: EngineEvent[], count: number) =>
      until(() => {
        const ends = reported.flatMap((event) => (event.kind === 'ended' ? [event.ending.reason] : []));
        assert.deepEqual(ends, [], 'no call ends');
        return answered(reported) === count;
      });

    test('calls go to the least loaded server, and any node of the pool goes on with all of them', async (t) => {
      const calls = Array.from({ length: 4 }, newTalk);
      const first = await startNode(t);
      for (const call of calls) await first.engine.place(call);
      await until(() => answered(first.reported) === 4);
      for (const lab of [one, two])
        assert.equal((await Promise.all(calls.map(({ callId }) => isOn(lab, callId)))).filter(Boolean).length, 2);
      await first.engine.stop();

      const second = await startNode(t);
      assert.deepEqual(await second.engine.adopt(calls), calls.map(onlyRefOf));
      for (const call of calls) await second.engine.hangUp(call);
      for (const call of calls) assert.equal((await second.endOf(call)).ending.reason, 'hung_up_by_api');
    });

    test('a server that dies loses its calls and gets no more until it is back', async (t) => {
      const { engine, reported, endOf } = await startNode(t);
      const [lost, kept] = [newTalk(), newTalk()];
      await engine.place(lost);
      await engine.place(kept);
      await until(() => answered(reported) === 2);
      const [dying, living] = (await isOn(one, lost.callId)) ? [one, two] : [two, one];
      await dying.asterisk.kill();
      await until(() =>
        engine.adopt([newTalk()]).then(
          () => false,
          () => true,
        ),
      ); // It is unknown which calls the dead server has.
      assert.deepEqual(await engine.adopt([kept]).catch(() => 'not known'), [onlyRefOf(kept)]);
      const next = newTalk();
      await engine.place(next);
      await until(() => isOn(living, next.callId));

      await dying.asterisk.start();
      assert.equal((await endOf(lost)).ending.reason, 'engine_error');
      await until(() =>
        engine.adopt([newTalk()]).then(
          () => true,
          () => false,
        ),
      );
      const back = newTalk();
      await engine.place(back);
      await until(() => isOn(dying, back.callId));
      for (const call of [kept, next, back]) await engine.hangUp(call);
      for (const call of [kept, next, back]) await endOf(call);
    });

    test('a server that is being stopped fails no call: they go to the next one, and no phone rings twice', async (t) => {
      const { engine, reported, endOf } = await startNode(t);
      const before = [newTalk(), newTalk()];
      for (const call of before) await engine.place(call);
      await until(() => answered(reported) === 2);
      const invited = one.phones.invites().length + two.phones.invites().length;

      await one.asterisk.stopGracefully();
      t.after(one.asterisk.stayUp);
      const calls = Array.from({ length: 4 }, newTalk);
      for (const call of calls) await engine.place(call);
      await untilAnswered(reported, 6);
      for (const { callId } of calls) assert.ok(await isOn(two, callId));
      assert.equal(one.phones.invites().length + two.phones.invites().length, invited + 4);
      assert.deepEqual(
        reported.filter(({ kind }) => kind === 'ended'),
        [],
        'calls that were there before go on',
      );

      await one.asterisk.stayUp();
      for (const call of [...before, ...calls]) await engine.hangUp(call);
      for (const call of [...before, ...calls]) assert.equal((await endOf(call)).ending.reason, 'hung_up_by_api');
    });

    test('a call that is hung up while a server refuses it rings no phone of the next one', async (t) => {
      const { engine, reported, endOf } = await startNode(t);
      const before = [newTalk(), newTalk()]; // A server without calls would stop at once.
      for (const call of before) await engine.place(call);
      await until(() => answered(reported) === 2);
      const invited = one.phones.invites().length + two.phones.invites().length;

      await one.asterisk.stopGracefully();
      t.after(one.asterisk.stayUp);
      // Both servers have one call, so the pool tries the first one first.
      const call = newTalk();
      const placed = engine.place(call);
      await engine.hangUp(call);
      await placed;
      assert.equal((await endOf(call)).ending.reason, 'canceled_by_api');
      assert.equal(one.phones.invites().length + two.phones.invites().length, invited);
      assert.equal(await isOn(two, call.callId), false);

      await one.asterisk.stayUp();
      for (const talk of before) await engine.hangUp(talk);
      for (const talk of before) await endOf(talk);
    });

    test('a phone is unreachable when no server has it; where servers refuse, that is the error', async (t) => {
      const { engine, reported, endOf } = await startNode(t);
      const absent = newCall({ number: '+819012345678', staff: staffWith('sip:unregistered') });
      await engine.place(absent);
      assert.equal((await endOf(absent)).ending.reason, 'staff_unreachable');

      const before = [newTalk(), newTalk()]; // A server without calls would stop at once.
      for (const call of before) await engine.place(call);
      await until(() => answered(reported) === 2);
      for (const lab of [one, two]) await lab.asterisk.stopGracefully();
      t.after(() => Promise.all([one, two].map(({ asterisk }) => asterisk.stayUp())));
      const refused = newTalk();
      await engine.place(refused);
      const { status, reason } = (await endOf(refused)).ending;
      assert.deepEqual([status, reason], ['failed', 'engine_error']);
      assert.equal(reported.filter((event) => event.kind === 'ended' && event.callId === refused.callId).length, 1);

      for (const lab of [one, two]) await lab.asterisk.stayUp();
      for (const call of before) await engine.hangUp(call);
      for (const call of before) await endOf(call);
    });

    test('a phone that is registered with one server only is called there', async (t) => {
      await one.asterisk.send('DELETE', '/asterisk/config/dynamic/res_pjsip/endpoint/hanako');
      const { engine, reported, endOf } = await startNode(t);
      const calls = [1, 2].map(() => newCall({ number: '+819012345678', staff: staffWith('sip:hanako') }));
      for (const call of calls) await engine.place(call);
      await untilAnswered(reported, 2);
      for (const { callId } of calls) assert.ok(await isOn(two, callId));
      for (const call of calls) await engine.hangUp(call);
      for (const call of calls) await endOf(call);
    });

    test('a caller on a server that is being stopped is sent to another one', async (t) => {
      const { engine, reported, endOf } = await startNode(t);
      const before = [newTalk(), newTalk()]; // Without these calls the server would stop as soon as the caller has gone.
      for (const call of before) await engine.place(call);
      await untilAnswered(reported, 2);
      const { statuses, ended } = await two.callIn({
        ...{ from: '+819011112222', to: '+81312345678', patience: 5_000, talks: 500 },
      });
      const arrived = await until(() => reported.find((event) => event.kind === 'arrived'));
      await two.asterisk.stopGracefully();
      t.after(two.asterisk.stayUp);
      const call = newCall({ number: arrived.from, callType: 'inbound', staff: staffWith('sip:alice') });
      await engine.receive(arrived.ref, call);
      const { status, reason } = (await endOf(call)).ending;
      await two.asterisk.stayUp();
      assert.deepEqual([status, reason], ['missed_call', 'engine_error']);
      await ended;
      assert.equal(statuses().at(-1), 503);
      for (const call of before) await engine.hangUp(call);
      for (const call of before) await endOf(call);
    });

    test('a drained server gets no new calls, and keeps those that it has', async (t) => {
      const drained = new Set<string>();
      const { engine, reported, endOf } = await collectEvents(async (report) => {
        const members = Object.entries(labs).map(([name, lab]) => memberOf(name, lab, report));
        await until(() => members.every(({ engine }) => engine.isReady()));
        return createAsteriskPool(members, (name) => drained.has(name));
      }, t);
      const before = [newTalk(), newTalk()];
      for (const call of before) await engine.place(call);
      await until(() => answered(reported) === 2);
      drained.add('one');
      const calls = Array.from({ length: 3 }, newTalk);
      for (const call of calls) await engine.place(call);
      await untilAnswered(reported, 5);
      for (const { callId } of calls) assert.ok(await isOn(two, callId));

      drained.add('two');
      assert.equal(engine.isReady(), false);
      await assert.rejects(engine.place(newTalk()));
      drained.clear();
      const back = newTalk();
      await engine.place(back);
      await until(() => isOn(one, back.callId));
      const all = [...before, ...calls, back];
      for (const call of all) await engine.hangUp(call);
      for (const call of all) await endOf(call);
    });

    test('a caller is answered on the server that received the call', async (t) => {
      const { engine, reported, endOf } = await startNode(t);
      await two.callIn({ from: '+819011112222', to: '+81312345678', patience: 5_000, talks: 500 });
      const arrived = await until(() => reported.find((event) => event.kind === 'arrived'));
      assert.ok(arrived.ref.startsWith('two/'));
      const call = newCall({ number: arrived.from, callType: 'inbound', staff: staffWith('sip:alice') });
      await engine.receive(arrived.ref, call);
      assert.equal((await endOf(call)).ending.reason, 'completed');
      await assert.rejects(engine.receive('three/1', call));
    });
  }),
);
