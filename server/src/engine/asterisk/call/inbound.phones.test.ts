import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isOf, nameOf, newCall, onlyRefOf, staffWith } from '../../../../test/engine-suite.ts';
import { withPhoneLab } from '../../../../test/phone-lab/phone-lab.ts';
import { receivingNodes } from '../../../../test/phone-lab/receiving-node.ts';
import { recordChannel } from '../../../../test/phone-lab/record-channel.ts';
import { othersThan, stereo } from '../../../../test/phone-lab/tone.ts';
import { until } from '../../../../test/until.ts';
import { callName } from '../../../platform/call-ref.ts';
import { encodeId } from '../../../platform/ids.ts';
import { createLog } from '../../../platform/log.ts';
import type { EngineCall, EngineEvent } from '../../engine.ts';
import type { AriChannel } from '../ari/ari-messages.ts';

const called = '+81312345678';
const alice = { staff: staffWith('sip:alice') };

await withPhoneLab((lab) => {
  const { receive, receiveAndDie, follow } = receivingNodes(lab);
  let callers = 0;
  /** A different caller each time. */
  const callIn = async (manner: { patience?: number; talks?: number } = {}) => {
    const from = `+8190111${String(++callers).padStart(5, '0')}`;
    return { from, ...(await lab.callIn({ from, to: called, patience: 8_000, talks: 1_000, ...manner })) };
  };

  /** The channel of an inbound caller. */
  const lineOf = (number: string, state = 'Ring') =>
    until(async () => {
      const channels = await lab.asterisk.ask<AriChannel[]>('/channels');
      return channels.find((one) => one.state === state && one.caller.number === number);
    });

  test('an inbound caller is put through, and both parties talk', async (t) => {
    const { reported, callOf, endOf } = await receive(t, alice);
    const { from, ended } = await callIn();
    const { ending } = await endOf(await callOf(from));
    assert.equal(await ended, 0);
    assert.deepEqual([ending.reason, ending.hangupBy, ending.answeredBy], ['completed', 'customer', 1]);
    assert.ok(ending.answeredAt);
    assert.deepEqual(reported.map(nameOf), ['arrived', 'ringing staff', 'answered staff', 'recorded', 'ended']);
    const [arrived] = reported;
    assert.ok(arrived?.kind === 'arrived' && arrived.ref.startsWith('lab/'));
    assert.deepEqual([arrived.from, arrived.to], [from, { number: called, numberInTo: called, trunk: null }]);
    assert.equal(lab.phones.invites().at(-1)?.from, from);

    // If this node dies before any of this is committed, the next node reports the same.
    const next = await follow(t);
    const call = await callOf(from);
    assert.deepEqual(await next.engine.adopt([call]), [onlyRefOf(call)]);
    const again = (await next.endOf(call)).ending;
    assert.deepEqual([again.answeredAt, again.answeredBy], [ending.answeredAt, 1]);
    assert.deepEqual(next.reported.map(nameOf), ['recorded', 'ended']);
  });

  test('an unanswered call is missed, and the caller gets a reason', async (t) => {
    const rows: [phones: string[], reason: string, status: number, fields?: Partial<EngineCall>][] = [
      [['sip:phone999'], 'staff_no_answer', 480],
      [['sip:phone486'], 'staff_busy', 486],
      [['sip:phone603'], 'staff_rejected', 480],
      [['sip:unregistered'], 'staff_unreachable', 480],
      [[], 'staff_unreachable', 480],
      [[], 'staff_busy', 486, { isAllStaffBusy: true }],
      [['sip:phone486', 'sip:unregistered', 'sip:phone486'], 'staff_busy', 486],
      [['sip:phone486', 'sip:phone999', 'sip:phone603'], 'staff_no_answer', 480],
      [['sip:phone486', 'sip:phone603', 'sip:unregistered'], 'staff_rejected', 480, { ringStrategy: 'in_order' }],
    ];
    const numberOf = (i: number) => `+819033300${i}`;
    const calls = new Map(
      rows.map(([phones, , , fields], i) => [numberOf(i), { staff: staffWith(...phones), ...fields }]),
    );
    const { reported, callOf, endOf } = await receive(t, calls);
    const callers = await Promise.all(
      rows.map((_, i) => lab.callIn({ from: numberOf(i), to: called, patience: 8_000, talks: 1_000 })),
    );
    for (const [i, [phones, reason, status]] of rows.entries()) {
      const situation = [...phones, reason].join(' ');
      const [call, caller] = [await callOf(numberOf(i)), callers[i]];
      const { ending } = await endOf(call);
      assert.deepEqual(
        [ending.status, ending.reason, ending.answeredAt],
        ['missed_call', reason, undefined],
        situation,
      );
      assert.equal(await caller?.ended, 0, situation);
      assert.equal(caller?.statuses().at(-1), status, situation);
      assert.ok(caller?.statuses().includes(180), 'the caller hears the ringing');
      assert.equal(reported.filter(isOf(call)).filter(({ kind }) => kind === 'ended').length, 1);
    }
    assert.ok(!reported.some(({ kind }) => kind === 'recorded'));
  });

  test('a caller who gives up is missed, and no telephone rings on', async (t) => {
    const { reported, callOf, endOf } = await receive(t, { staff: staffWith('sip:phone999', 'sip:phone998') });
    const { from } = await callIn({ patience: 800 });
    const { ending } = await endOf(await callOf(from));
    assert.deepEqual([ending.status, ending.reason, ending.hangupBy], ['missed_call', 'caller_gave_up', 'customer']);
    assert.deepEqual([ending.sipCode, ending.q850Cause], [487, 127]);
    assert.deepEqual(reported.map(nameOf), ['arrived', 'ringing staff', 'ended']);
  });

  test('a caller who hangs up before the answer is missed too', async (t) => {
    const node = await follow(t);
    const { from, ended } = await callIn({ patience: 200 });
    const arrived = await until(() => node.reported.find((event) => event.kind === 'arrived'));
    assert.equal(await ended, 0);
    const call = newCall({ number: from, callType: 'inbound', ...alice });
    await node.engine.receive(arrived.ref, call);
    const { ending } = await node.endOf(call);
    assert.deepEqual([ending.status, ending.reason], ['missed_call', 'caller_gave_up']);
    assert.ok(!lab.phones.invites().some((invite) => invite.from === from), 'nobody is rung');
  });

  test('when several phones ring at once the first to answer has the call, and the others stop ringing', async (t) => {
    const canceled = () => lab.phones.requests('CANCEL', 'phone999');
    const before = canceled().length;
    const { reported, callOf, endOf } = await receive(t, {
      staff: staffWith('sip:phone999', 'sip:alice', 'sip:phone486'),
    });
    const { from } = await callIn();
    const { ending } = await endOf(await callOf(from));
    assert.deepEqual([ending.reason, ending.answeredBy], ['completed', 2]);
    assert.deepEqual(ringing(reported).sort(), [1, 2]);
    assert.deepEqual(answering(reported), [2]);
    assert.match(canceled().at(before) ?? '', /Reason: SIP;cause=200;text="Call completed elsewhere"/);
  });

  test('when two answer in the same moment one has the call and the other is hung up on', async (t) => {
    const { reported, callOf, endOf } = await receive(t, { staff: staffWith('sip:alice', 'sip:hanako', 'sip:ichiro') });
    const { from, ended } = await callIn();
    const { ending } = await endOf(await callOf(from));
    assert.equal(await ended, 0);
    assert.deepEqual(answering(reported), [ending.answeredBy]);
  });

  test('in order, the next is rung when the one before has not answered', async (t) => {
    const { reported, callOf, endOf } = await receive(t, {
      staff: staffWith('sip:phone486', 'sip:phone999', 'sip:alice', 'sip:hanako'),
      ringStrategy: 'in_order',
    });
    const { from } = await callIn();
    const { ending } = await endOf(await callOf(from));
    assert.deepEqual([ending.reason, ending.answeredBy], ['completed', 3]);
    assert.deepEqual([ringing(reported), answering(reported)], [[2, 3], [3]]);
    const [second, third] = reported.filter(({ kind }) => kind === 'ringing');
    assert.ok((third?.at.getTime() ?? 0) - (second?.at.getTime() ?? 0) > 1_500);
    assert.ok(!lab.phones.invites().some(({ to, from: shown }) => to === 'hanako' && shown === from));
  });

  test("a staff member's mobile is rung over the trunk, and shows the project's number and not the caller's", async (t) => {
    const { callOf, endOf } = await receive(t, { staff: staffWith('+818077777678'), callerId: called });
    const { from } = await callIn();
    assert.equal((await endOf(await callOf(from))).ending.reason, 'completed');
    const invite = lab.carrier.invites().at(-1);
    assert.deepEqual([invite?.to, invite?.from, invite?.assertedIdentity], ['+818077777678', called, called]);
    assert.ok(!invite?.text.includes(from));
  });

  test('a staff member who hangs up, and an administrator who does, end the talk', async (t) => {
    const first = await receive(t, { staff: staffWith('sip:phone776') });
    const one = await callIn({ talks: 8_000 });
    assert.deepEqual((await first.endOf(await first.callOf(one.from))).ending.hangupBy, 'staff');
    await first.engine.stop();

    const second = await receive(t, alice, (event, engine) => {
      if (event.kind === 'answered') void engine.hangUp(event);
    });
    const two = await callIn({ talks: 8_000 });
    assert.equal((await second.endOf(await second.callOf(two.from))).ending.reason, 'hung_up_by_api');
  });

  test('a talk that Asterisk ends is not reported as a hang-up of the caller', async (t) => {
    const endCallerSoon = async (number: string) => {
      const { id } = await lineOf(number, 'Up');
      await lab.asterisk.send('POST', `/channels/${id}/variable?variable=TIMEOUT(absolute)&value=1`);
    };
    const first = await receive(t, alice);
    const one = await callIn({ talks: 8_000 });
    await endCallerSoon(one.from);
    const { ending } = await first.endOf(await first.callOf(one.from));
    assert.deepEqual([ending.reason, ending.hangupBy], ['engine_error', 'system']);
    await first.engine.stop();

    // No node was there to end a call that was too long.
    const second = await receive(t, alice);
    const two = await callIn({ talks: 8_000 });
    const call = await second.callOf(two.from);
    await endCallerSoon(two.from);
    await second.engine.stop();
    assert.equal(await two.ended, 0);
    const next = await follow(t, undefined, { longestTalkSeconds: 1 });
    await next.engine.adopt([call]);
    const late = (await next.endOf(call)).ending;
    assert.deepEqual([late.reason, late.hangupBy], ['too_long', 'system']);
  });

  test('a caller to an unassigned number gets that reason', async (t) => {
    const node = await follow(t);
    const { ended, statuses } = await callIn();
    const arrived = await until(() => node.reported.find((event) => event.kind === 'arrived'));
    await node.engine.refuse(arrived.ref, 'number_unknown');
    assert.equal(await ended, 0);
    assert.equal(statuses().at(-1), 404);
    await node.engine.refuse(arrived.ref, 'number_unknown'); // The caller has gone.
  });

  test('while Asterisk has the dialplan of an older version, callers are anonymous, and that is logged', async (t) => {
    const lines: string[] = [];
    const log = createLog('error', { write: (line) => lines.push(line) });
    const app = `trunkline-${randomUUID()}`;
    const node = await follow(t, undefined, { app, log });
    // A channel with the arguments that the older dialplan passes.
    await lab.asterisk.send(
      'POST',
      `/channels?endpoint=PJSIP/phone774&callerId=%2B819055550001&app=${app}&appArgs=inbound,1`,
    );
    const arrived = await until(() => node.reported.find((event) => event.kind === 'arrived'));
    assert.equal(arrived.from, 'anonymous');
    assert.ok(lines.some((line) => line.includes('dialplan.outdated')));
    await node.engine.refuse(arrived.ref, 'number_unknown');
  });

  test('nothing is written for a call that is not recorded', async (t) => {
    const files = () => readdirSync(lab.recordings);
    const before = files();
    const written: string[] = [];
    const node = await receive(t, { ...alice, isRecorded: false, isAnnounced: true }, (event) => {
      if (event.kind === 'answered') setTimeout(() => written.push(...files()), 500);
    });
    const { from } = await callIn();
    const { ending } = await node.endOf(await node.callOf(from));
    assert.equal(ending.reason, 'completed');
    assert.ok(written.length > 0);
    assert.deepEqual([files(), written], [before, before]);
    assert.ok(!node.reported.some(({ kind }) => kind === 'recorded'));
  });

  test('that a call is recorded is said to both', async (t) => {
    const levels: { staff: number; customer: number }[] = [];
    for (const isAnnounced of [true, false]) {
      const app = `trunkline-${randomUUID()}`;
      const answered = Promise.withResolvers<void>();
      const node = await receive(
        t,
        { ...alice, isAnnounced, language: 'ja' },
        ({ kind }) => {
          if (kind === 'answered') answered.resolve();
        },
        { app },
      );
      const { from } = await callIn({ talks: 2_500 });
      const call = await node.callOf(from);
      await answered.promise;
      const caller = await lineOf(from, 'Up');
      const customerSound = await recordChannel(lab, app, caller.id);
      await node.endOf(call);
      const recorded = node.reported.find((event) => event.kind === 'recorded');
      assert.ok(recorded && recorded.seconds > 2);
      levels.push({
        staff: othersThan(1_000, readFileSync(recorded.file), 'right'),
        customer: othersThan(440, stereo(await customerSound()), 'left'),
      });
      await node.engine.stop();
    }
    const [announced, silent] = levels;
    for (const party of ['staff', 'customer'] as const)
      assert.ok((announced?.[party] ?? -99) > (silent?.[party] ?? 0) + 10, JSON.stringify(levels));
  });

  test('if the recording announcement fails, that is logged, and the call continues', async (t) => {
    const lines: string[] = [];
    const collectingLog = createLog('error', { write: (line) => lines.push(line) });
    const node = await receive(t, { ...alice, isAnnounced: true, language: 'ja' }, undefined, { log: collectingLog });
    rmSync(join(lab.recordings, 'sounds', 'recorded-ja.wav'));
    const { from } = await callIn({ talks: 1_000 });
    const call = await node.callOf(from);
    assert.equal((await node.endOf(call)).ending.reason, 'completed');
    assert.ok(
      lines.some((line) => line.includes(encodeId('call', call.callId)) && line.includes('call.announcement_failed')),
      lines.join(''),
    );
  });

  for (const stage of ['ringing staff', 'answered staff'])
    for (const isRecorded of [true, false])
      test(`a node that stops at "${stage}" leaves the caller to the next one, recorded or not: ${isRecorded}`, async (t) => {
        const stopped = Promise.withResolvers<void>();
        const staff = staffWith('sip:phone999', 'sip:alice');
        const first = await receive(t, { staff, isRecorded }, (event, engine) => {
          if (nameOf(event) === stage) stopped.resolve(engine.stop());
        });
        const { from } = await callIn();
        const call = await first.callOf(from);
        await stopped.promise;
        const second = await follow(t);
        assert.deepEqual(await second.engine.adopt([call]), [onlyRefOf(call)]);
        const { ending } = await second.endOf(call);
        assert.deepEqual([ending.reason, ending.hangupBy, ending.answeredBy], ['completed', 'customer', 2]);
        assert.equal(
          second.reported.filter(isOf(call)).some(({ kind }) => kind === 'recorded'),
          isRecorded,
        );
      });

  test('a node that stops just after an arrival leaves the caller to the next one, with the call stored or not', async (t) => {
    const stopped = Promise.withResolvers<void>();
    const first = await receive(t, alice, ({ kind }, engine) => {
      if (kind === 'arrived') stopped.resolve(engine.stop());
    });
    const one = await callIn();
    const received = await first.callOf(one.from);
    await stopped.promise;

    const second = await follow(t);
    assert.deepEqual(await second.engine.adopt([received]), [onlyRefOf(received)]);
    assert.equal((await second.endOf(received)).ending.reason, 'completed');

    // The database is slow: it commits the call after the caller has moved to another node.
    const two = await callIn();
    const arrivedAt = (node: typeof second) =>
      until(() => node.reported.find((event) => event.kind === 'arrived' && event.from === two.from));
    const arrived = await arrivedAt(second);
    assert.ok(arrived.kind === 'arrived');
    const third = await follow(t);
    await second.engine.stop();
    assert.deepEqual(await arrivedAt(third), { ...arrived, at: (await arrivedAt(third)).at });
    const late = newCall({ number: two.from, callType: 'inbound', ...alice });
    await second.engine.receive(arrived.ref, late);
    assert.deepEqual(await third.engine.adopt([late]), [onlyRefOf(late)]);
    await third.engine.refuse(arrived.ref, 'number_unknown'); // The call has been received, so the caller is no longer waiting.
    assert.equal((await third.endOf(late)).ending.reason, 'completed');
    for (const { ended } of [one, two]) assert.equal(await ended, 0);
    for (const { reported } of [first, second]) assert.ok(!reported.some((event) => isOf(late)(event)));
    assert.ok(!first.reported.some(({ kind }) => kind === 'ended'));

    const three = await callIn();
    await until(() => third.reported.some((event) => event.kind === 'arrived' && event.from === three.from));
    await third.engine.stop();
    assert.equal(await three.ended, 0);
    assert.equal(three.statuses().at(-1), 503, 'no node is left');
  });

  test('a node that takes over while the second of three is rung goes on with the third', async (t) => {
    const stopped = Promise.withResolvers<void>();
    const staff = staffWith('sip:phone486', 'sip:phone999', 'sip:alice');
    const first = await receive(t, { staff, ringStrategy: 'in_order' }, (event, engine) => {
      if (nameOf(event) === 'ringing staff') stopped.resolve(engine.stop());
    });
    const { from } = await callIn();
    const call = await first.callOf(from);
    await stopped.promise;
    const second = await follow(t);
    assert.deepEqual(await second.engine.adopt([call]), [onlyRefOf(call)]);
    const { ending } = await second.endOf(call);
    assert.deepEqual([ending.reason, ending.answeredBy], ['completed', 3]);
    const rung = lab.phones.invites().filter((invite) => invite.from === from);
    assert.deepEqual([...new Set(rung.map(({ to }) => to))], ['phone486', 'phone999', 'alice']);
  });

  for (const stage of ['ringing staff', 'answered staff'])
    test(`kill -9 of a node at "${stage}": the next one puts the caller through`, async (t) => {
      const staff = staffWith('sip:phone999', 'sip:phone775');
      const call = newCall({ number: '+819011100000', callType: 'inbound', staff, isAnnounced: true });
      const { died } = await receiveAndDie(t, call, stage, { ringSeconds: { staff: 5, customer: 5 } });
      await lab.callIn({ from: call.number, to: called, patience: 8_000, talks: 2_500 });
      await died();
      const next = await follow(t);
      assert.deepEqual(await next.engine.adopt([call]), [onlyRefOf(call)]);
      const { ending } = await next.endOf(call);
      assert.deepEqual([ending.reason, ending.hangupBy, ending.answeredBy], ['completed', 'customer', 2]);
      assert.ok(next.reported.some((event) => event.kind === 'recorded' && event.seconds > 1.5));
    });

  test('kill -9 of a node that has just taken a caller: the caller gets the ringing tone and may talk', async (t) => {
    const call = newCall({ number: '+819011199999', callType: 'inbound', ...alice });
    const { died } = await receiveAndDie(t, undefined, 'arrived');
    const { ended, statuses } = await lab.callIn({ from: call.number, to: called, patience: 8_000, talks: 1_000 });
    await died();
    const line = `/channels/${(await lineOf(call.number)).id}/variable?variable=`;
    await lab.asterisk.send('POST', `${line}TRUNKLINE_CALL&value=${callName(call)}`);
    assert.ok(!statuses().includes(180));
    const timeouts: number[] = [];
    const next = await follow(t, async ({ kind }) => {
      if (kind === 'answered')
        timeouts.push(Number((await lab.asterisk.ask<Variable>(`${line}TIMEOUT(absolute)`)).value));
    });
    assert.deepEqual(await next.engine.adopt([call]), [onlyRefOf(call)]);
    assert.equal((await next.endOf(call)).ending.reason, 'completed');
    assert.equal(await ended, 0);
    assert.ok(statuses().includes(180));
    assert.ok((timeouts[0] ?? 0) > 7_200, `${timeouts} s`);
  });

  test('kill -9 of Asterisk while the phones ring: the call is missed, once', async (t) => {
    const { engine, reported, callOf, endOf } = await receive(t, { staff: staffWith('sip:phone999', 'sip:phone775') });
    const { from } = await callIn();
    const call = await callOf(from);
    await until(() => ringing(reported).length === 2);
    await lab.asterisk.kill();
    await until(() => !engine.isReady());
    await lab.asterisk.start();
    const { ending } = await endOf(call);
    assert.deepEqual([ending.status, ending.reason, ending.hangupBy], ['missed_call', 'engine_error', 'system']);
    await until(engine.isReady);
    assert.equal(reported.filter(({ kind }) => kind === 'ended').length, 1);
  });

  test('one of two nodes has the caller', async (t) => {
    const [one, two] = [await receive(t, alice), await receive(t, alice)];
    const { ended } = await callIn();
    assert.equal(await ended, 0);
    await until(() => [...one.reported, ...two.reported].some(({ kind }) => kind === 'ended'));
    assert.equal([...one.reported, ...two.reported].filter(({ kind }) => kind === 'arrived').length, 1);
  });
});

type Variable = { value: string };

const staffOf = (kind: 'ringing' | 'answered') => (reported: EngineEvent[]) =>
  reported.flatMap((event) => (event.kind === kind && event.leg === 'staff' ? [event.staffId] : []));
const ringing = staffOf('ringing');
const answering = staffOf('answered');
