import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { allTroubles, asteriskModel, type Trouble } from '../../../../test/stand-ins/asterisk-model.ts';
import { idOf } from '../../../platform/ids.ts';
import { present } from '../../../platform/present.ts';
import type { EngineCall } from '../../engine.ts';

// The guarantees of the flow, whatever Asterisk, the network and the parties do. The engine suite covers real telephones.

const phone = 'sip:phone@example.com';
const callWith = (
  { phones, ...fields }: Partial<EngineCall> & { phones: string[] } = { phones: [phone] },
): EngineCall => ({
  ...{ tenantId: idOf('tenant', 7), isTest: false, callId: idOf('call', '01a1de82-f812-7e52-ad03-b8cf388cff77') },
  callType: 'outbound',
  staff: phones.map((phone, i) => ({ staffId: idOf('staff', i + 1), phone })),
  ...{ ringStrategy: 'all', isAllStaffBusy: false, isRecorded: true, isAnnounced: false, hasVoicemail: false },
  ...{ number: '+819012345678', language: 'en', callerId: null, trunk: null },
  dialedAt: new Date(Date.UTC(2026, 10, 15)),
  holdTimes: [],
  pauseTimes: [],
  ...fields,
});
const channel = (name: string) => `7-live-01a1de82-f812-7e52-ad03-b8cf388cff77.${name}`;

/** A model in which nothing fails and everything arrives in order, unless `choose` says otherwise. */
function calmModel(call: EngineCall, choose = (_count: number) => 0, troubles: Trouble[] = []) {
  const model = asteriskModel(call, troubles, choose);
  model.start();
  model.goOn();
  return model;
}

const kindsOf = ({ asked }: Pick<ReturnType<typeof calmModel>, 'asked'>) => asked.map(({ kind }) => kind);
const namesOf = ({ events }: Pick<ReturnType<typeof calmModel>, 'events'>) =>
  events.map((event) => ('leg' in event ? `${event.kind} ${event.leg}` : event.kind));

test('outbound: once the staff member answers, the line is recorded, and the customer leg is made, in the bridge, and dialed', () => {
  const model = calmModel(callWith());
  assert.deepEqual(kindsOf(model), ['create', 'dial']);
  for (const name of ['staff-1', 'customer'])
    for (const act of ['ring', 'answer'] as const) {
      model.party(act, channel(name));
      model.goOn();
    }
  model.party('hang up', channel('customer'));
  model.goOn();
  assert.deepEqual(kindsOf(model).slice(2), [
    ...['record', 'make bridge', 'create', 'join', 'dial', 'note answer'],
    ...['hang up', 'remove bridges', 'finish recording'],
  ]);
  const names = ['ringing staff', 'answered staff', 'ringing customer', 'answered customer', 'ended'];
  assert.deepEqual(namesOf(model), names);
});

test('inbound: the first to answer is bridged with the caller, and the others stop ringing', () => {
  const model = calmModel(callWith({ callType: 'inbound', phones: [phone, phone, 'nonsense'], isAnnounced: true }));
  assert.deepEqual([...model.dialed.keys()], [channel('staff-1'), channel('staff-2')]);
  model.party('answer', channel('staff-2'));
  model.goOn();
  assert.deepEqual(kindsOf(model).slice(-7), [
    ...['note answer', 'hang up', 'answer', 'record', 'make bridge', 'join', 'announce'],
  ]);
  assert.ok(model.asked.some((request) => request.kind === 'hang up' && request.reason === 'answered_elsewhere'));
  model.finish();
  assert.deepEqual(namesOf(model), ['answered staff', 'ended']);
});

test('inbound: each staff member is rung before the caller is greeted, or sent away', () => {
  const phones = [phone, 'nonsense', phone, phone];
  for (const ringStrategy of ['all', 'in_order'] as const)
    for (const hasVoicemail of [true, false]) {
      const model = calmModel(callWith({ callType: 'inbound', phones, ringStrategy, hasVoicemail }));
      for (const staff of ['staff-1', 'staff-3', 'staff-4']) {
        assert.ok(model.dialed.has(channel(staff)));
        model.party('hang up', channel(staff));
        model.goOn();
      }
      assert.equal(kindsOf(model).includes('record message'), hasVoicemail);
      assert.deepEqual(namesOf(model), hasVoicemail ? [] : ['ended']);
    }
});

test('while a message is recorded the caller is sent silence, and it goes on without', () => {
  for (const isRefusal of [undefined, true, false]) {
    const model = asteriskModel(callWith({ callType: 'inbound', phones: [], hasVoicemail: true }), [], () => 0);
    model.start();
    while (!kindsOf(model).includes('send silence')) model.settle();
    const request = present(model.asked.at(-1));
    if (isRefusal !== undefined) model.take({ kind: 'failed', request, isRefusal, error: new Error('not now') });
    model.goOn();
    assert.deepEqual([kindsOf(model).filter((kind) => kind === 'send silence').length, model.isOver()], [1, false]);
    model.finish();
    assert.deepEqual(namesOf(model), ['ended']);
  }
});

test('an answer that arrives after the end of its leg is not one', () => {
  const model = calmModel(callWith({ callType: 'inbound', phones: [phone, phone] }));
  const at = new Date();
  model.take({ kind: 'gone', channel: channel('staff-1'), gone: { at, cause: 16 } });
  model.take({ kind: 'answered', channel: channel('staff-1'), at });
  assert.deepEqual(namesOf(model), []);
});

function talkingModel(call: EngineCall, choose?: (count: number) => number, troubles?: Trouble[]) {
  const model = calmModel(call, choose, troubles);
  for (const name of call.callType === 'outbound' ? ['staff-1', 'customer'] : ['staff-1']) {
    model.party('answer', channel(name));
    model.goOn();
  }
  return model;
}

test('a talk that this node ends, ends by the clock of Asterisk, which has dated the answer', () => {
  const model = talkingModel(callWith());
  const at = new Date(Date.UTC(2026, 10, 14, 23, 59, 58));
  model.take({ kind: 'hang up' });
  for (const name of ['staff-1', 'customer'])
    model.take({ kind: 'gone', channel: channel(name), gone: { at, cause: 16 } });
  model.goOn();
  const finish = model.asked.find((request) => request.kind === 'finish recording');
  assert.deepEqual([finish?.endedAt, model.events.at(-1)?.at], [at, at]);
  assert.ok(model.isOver());
});

test('on hold the customer leg is in a bridge of its own, and resumed it is in the talk again', () => {
  for (const callType of ['outbound', 'inbound'] as const) {
    const model = talkingModel(callWith({ callType, phones: [phone] }));
    for (const bridge of ['hold', 'talk', 'hold'] as const) {
      model.changeHold();
      model.goOn();
      assert.equal(model.bridgeOfCustomer(), bridge);
    }
    assert.equal(kindsOf(model).filter((kind) => kind === 'hold').length, 2);
    model.finish();
    assert.deepEqual(model.remains(), { channels: [], hasBridge: false, hasHoldBridge: false });
  }
});

test('an old change and a repeated one change nothing', () => {
  const model = talkingModel(callWith());
  const [held, resumed] = [{ kind: 'hold', number: 1 } as const, { kind: 'resume', number: 2 } as const];
  for (const change of [held, held, resumed, held, resumed]) model.take({ kind: 'change', change });
  model.goOn();
  assert.equal(model.bridgeOfCustomer(), 'talk');
  assert.equal(kindsOf(model).filter((kind) => kind === 'hold').length, 1);
});

test('a call before its answer is not put on hold', () => {
  const model = calmModel(callWith());
  model.take({ kind: 'change', change: { kind: 'hold', number: 1 } });
  model.party('answer', channel('staff-1'));
  model.goOn();
  assert.ok(!kindsOf(model).includes('hold'));
});

test('if Asterisk does not put the customer on hold, the talk continues and the call says so', () => {
  for (const isRefusal of [true, false]) {
    const model = talkingModel(callWith());
    model.changeHold();
    const request = model.asked.at(-1);
    assert.ok(request?.kind === 'hold');
    const error = new Error('no such technology');
    model.take({ kind: 'failed', request, isRefusal, error });
    model.take({ kind: 'timer', timer: { kind: 'explanation', request, error } });
    model.goOn();
    assert.deepEqual([namesOf(model).at(-1), model.isOnHold()], ['hold failed', false]);
    assert.equal(model.bridgeOfCustomer(), 'talk');
    model.changeHold();
    model.goOn();
    assert.equal(model.bridgeOfCustomer(), 'hold', 'the next one may work');
  }
});

/** A calm model whose node can die. */
function mortalModel(call: EngineCall) {
  /** A bit mask of the pending requests that Asterisk does not receive. */
  let missed = 0;
  const model = calmModel(call, () => {
    const bit = missed & 1;
    missed >>= 1;
    return bit;
  });
  const die = (lost: number) => {
    missed = lost;
    model.changeNode('dies');
    missed = 0;
  };
  return { model, die };
}

test('a customer whose call is being taken down is not called again, at any point at which the node died', () => {
  for (const lost of [0, 1, 2, 3, 4, 5, 6, 7])
    for (let steps = 0; steps < 8; steps++) {
      const { model, die } = mortalModel(callWith());
      model.party('answer', channel('staff-1'));
      model.goOn();
      model.take({ kind: 'hang up' });
      for (let i = 0; i < steps && !model.isOver(); i++) model.settle();
      if (!model.isOver()) die(lost);
      model.goOn();
      if (!model.isOver()) model.finish();
      assert.deepEqual([...model.dialed.values()], [1, 1], `after ${steps} steps, ${lost}`);
    }
});

test('a node that dies between the answer of the staff member and the dialing leaves nothing behind', () => {
  const dialed = new Set<number>();
  for (let lost = 0; lost < 8; lost++)
    for (let steps = 0; steps < 8; steps++) {
      const what = `after ${steps} steps, ${lost}`;
      const { model, die } = mortalModel(callWith());
      model.party('answer', channel('staff-1'));
      for (let i = 0; i < steps; i++) model.settle();
      die(lost);
      const isJoined = model.bridgeOfCustomer() === 'talk';
      model.goOn();
      const times = model.dialed.get(channel('customer')) ?? 0;
      assert.ok(times <= 1, what);
      dialed.add(times);
      if (times === 0 && !isJoined) assert.ok(model.isOver(), `${what}: it waits for a customer who is not dialed`);
      if (!model.isOver()) model.finish();
      assert.deepEqual(model.remains(), { channels: [], hasBridge: false, hasHoldBridge: false }, what);
    }
  assert.deepEqual([...dialed].sort(), [0, 1], 'the next node calls the customer if nobody can have done so');
});

test('a node that leaves after the answer of the staff member calls the customer first', () => {
  for (let steps = 0; steps < 8; steps++) {
    const model = calmModel(callWith());
    model.party('answer', channel('staff-1'));
    for (let i = 0; i < steps; i++) model.settle();
    model.changeNode('leaves');
    model.goOn();
    assert.equal(model.dialed.get(channel('customer')), 1, `after ${steps} steps`);
  }
});

test('a call that was hung up while no node drove it calls no customer', () => {
  const model = calmModel({ ...callWith(), isHangingUp: true });
  model.party('answer', channel('staff-1'));
  model.changeNode('dies');
  model.goOn();
  assert.ok(model.isOver());
  assert.deepEqual([...model.dialed.keys()], [channel('staff-1')]);
  assert.deepEqual(namesOf(model), ['answered staff', 'ended']);
});

test('an inbound call ends if the staff member who answered hangs up while another node takes it over', () => {
  const model = calmModel(callWith({ callType: 'inbound', phones: [phone] }));
  model.party('answer', channel('staff-1'));
  while (!kindsOf(model).includes('answer')) model.settle();
  model.changeNode('dies');
  model.party('hang up', channel('staff-1'));
  model.goOn();
  assert.ok(model.isOver());
  assert.deepEqual([model.remains().channels, kindsOf(model).includes('record')], [[], false]);
});

const calls = fc
  .record({
    callType: fc.constantFrom('outbound' as const, 'inbound' as const),
    phones: fc.array(fc.constantFrom(phone, phone, '+81312345678', 'nonsense'), { maxLength: 3 }),
    ringStrategy: fc.constantFrom('all' as const, 'in_order' as const),
    isRecorded: fc.boolean(),
    isAnnounced: fc.boolean(),
    hasVoicemail: fc.boolean(),
  })
  .map(callWith);
// With all troubles at once, few calls would become conversations.
const troubles = fc.subarray([...allTroubles], { maxLength: 3 });
const choices = fc.array(fc.nat(), { maxLength: 400, size: 'max' });

test('with any news in any order, a call ends once, leaves nothing behind and dials each phone once', () => {
  fc.assert(
    fc.property(calls, troubles, choices, (call, troubles, choices) => {
      const queue = [...choices];
      const model = asteriskModel(call, troubles, (count) => (count === 0 ? 0 : (queue.shift() ?? 0) % count));
      model.start();
      while (queue.length > 0 && !model.isOver()) model.happen();
      if (!model.isOver()) model.finish();
      assert.ok(model.isOver(), 'it ends');
      assert.deepEqual(model.remains(), { channels: [], hasBridge: false, hasHoldBridge: false });
      const ends = model.events.filter(({ kind }) => kind === 'ended');
      assert.equal(ends.length, model.isForgotten() ? 0 : 1, 'its end is told once');
      if (!model.isForgotten()) assert.equal(model.events.at(-1)?.kind, 'ended', 'nothing is told after the end');
      for (const [channel, times] of model.dialed) assert.equal(times, 1, `${channel} is dialed once`);
    }),
    { numRuns: 2_000 },
  );
});

test('after any detours, the parties end up where the last change wants them', () => {
  const types = fc.constantFrom('outbound' as const, 'inbound' as const);
  const onTheWay: Trouble[] = [
    ...([
      'a message comes twice',
      'the call is put on hold, or resumed',
      'the call is put on hold, or resumed',
    ] as const),
    ...(['the node dies', 'the node leaves', 'Asterisk refuses', 'Asterisk is silent', 'a timer runs out'] as const),
  ];
  let talks = 0;
  fc.assert(
    fc.property(types, fc.subarray(onTheWay), choices, (callType, troubles, choices) => {
      const queue = [...choices];
      const choose = (count: number) => (count === 0 ? 0 : (queue.shift() ?? 0) % count);
      const model = talkingModel(callWith({ callType, phones: [phone], isAnnounced: true }), choose, troubles);
      while (queue.length > 0 && !model.isOver()) model.happen();
      if (!model.isOver()) model.recover();
      if (model.isOver() || !model.isTalking()) return; // Some of these troubles end a call.
      talks++;
      assert.equal(model.bridgeOfCustomer(), model.isOnHold() ? 'hold' : 'talk');
      if (!model.isOnHold()) assert.ok(!model.isStaffSilent(), 'the staff member hears the customer');
    }),
    { numRuns: 1_000 },
  );
  assert.ok(talks > 100, `${talks} calls were conversations in the end`);
});

test('a hold that fails after another change leaves that one as it is', () => {
  const model = talkingModel(callWith());
  model.changeHold();
  const first = model.asked.at(-1);
  assert.ok(first?.kind === 'hold');
  model.changeHold();
  model.changeHold();
  model.take({ kind: 'failed', request: first, isRefusal: false, error: new Error('too late') });
  model.recover();
  assert.deepEqual([model.isOnHold(), model.bridgeOfCustomer()], [true, 'hold']);
});

test('a conversation outlasts an Asterisk that does not answer when it is resumed', () => {
  const model = talkingModel(callWith());
  model.changeHold();
  model.goOn();
  model.changeHold();
  for (let i = 0; i < 5; i++) {
    const request = model.asked.at(-1);
    assert.ok(request?.kind === 'join');
    model.take({ kind: 'failed', request, isRefusal: false, error: new Error('no answer') });
    model.take({ kind: 'timer', timer: { kind: 'join again' } });
  }
  model.recover();
  assert.deepEqual([model.bridgeOfCustomer(), model.isTalking()], ['talk', true]);
});

test('an announcement to both parties waits for the end of a hold', () => {
  const call = callWith({ callType: 'inbound', phones: [phone], isAnnounced: true });
  const model = calmModel(call);
  model.take({ kind: 'change', change: { kind: 'hold', number: 1 } });
  model.party('answer', channel('staff-1'));
  model.goOn();
  assert.ok(!kindsOf(model).includes('announce'));
  model.take({ kind: 'change', change: { kind: 'resume', number: 2 } });
  model.goOn();
  assert.equal(kindsOf(model).at(-1), 'announce');
});
