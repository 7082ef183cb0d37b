import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import type {
  Ending,
  Engine,
  EngineCall,
  EngineEvent,
  Leg,
  ReportEngineEvent,
  StaffPhone,
} from '../src/engine/engine.ts';
import type { CallRef } from '../src/platform/call-ref.ts';
import { idOf, uuidv7 } from '../src/platform/ids.ts';
import { until } from './until.ts';

// The contract of every engine. Numbers and expectations are the engine's own; the order, the single end and the takeover by
// another node are not.

export type StartEngine = (report: ReportEngineEvent) => Promise<Engine> | Engine;

export type SuiteNumbers = {
  staff: StaffPhone[];
  /** Rings, answers, talks, and one of the two hangs up. */
  connects: string;
  endings: { number: string; ending: Partial<Ending> }[];
};

export function engineSuite(name: string, startEngine: StartEngine, numbers: SuiteNumbers): void {
  const callTo = (number: string) => newCall({ number, staff: numbers.staff });
  const contract = (sentence: string, run: (t: TestContext) => Promise<void>) => void test(`${name}: ${sentence}`, run);
  const startNode = (t: TestContext, react?: (event: EngineEvent, engine: Engine) => void) =>
    collectEvents(startEngine, t, react);

  contract('a connected call is reported step by step, with its recording at the end', async (t) => {
    const { engine, reported, endOf } = await startNode(t);
    assert.ok(engine.isReady());
    const call = callTo(numbers.connects);
    await engine.place(call);
    const { ending } = await endOf(call);
    assert.equal(ending.reason, 'completed');
    assert.deepEqual(reported.map(nameOf), [
      'ringing staff',
      'answered staff',
      'ringing customer',
      'answered customer',
      'recorded',
      'ended',
    ]);
    assertRising(reported, call);
    const [answered] = reported.filter((event) => nameOf(event) === 'answered customer');
    assert.deepEqual(ending.answeredAt, answered?.at);
    const recorded = reported.at(-2);
    assert.ok(recorded?.kind === 'recorded' && recorded.seconds > 0 && existsSync(recorded.file));
  });

  contract('concurrent calls do not mix, and each number has its own ending, reported once', async (t) => {
    const { engine, reported, endOf } = await startNode(t);
    const placed = numbers.endings.map(({ number, ending }) => ({ call: callTo(number), ending }));
    const talking = callTo(numbers.connects);
    await Promise.all([talking, ...placed.map(({ call }) => call)].map((call) => engine.place(call)));
    for (const { call, ending } of placed) {
      const ended = await endOf(call);
      assert.deepEqual(ended.ending, { ...ended.ending, ...ending }, call.number);
      assert.equal(ended.ending.answeredAt, undefined);
      const ofCall = reported.filter(isOf(call));
      assertRising(ofCall, call);
      assert.ok(!ofCall.map(nameOf).includes('answered customer'), call.number);
      if (ending.reason === 'staff_no_answer') assert.deepEqual(ofCall.map(nameOf), ['ringing staff', 'ended']);
    }
    assert.equal((await endOf(talking)).ending.reason, 'completed');
    for (const { call } of placed) assert.equal(endsOf(reported, call).length, 1);
  });

  const stages: [stage: string, reason: Ending['reason']][] = [
    ['ringing staff', 'canceled_by_api'],
    ['answered staff', 'canceled_by_api'],
    ['ringing customer', 'canceled_by_api'],
    ['answered customer', 'hung_up_by_api'],
  ];
  for (const [stage, reason] of stages) {
    contract(`hung up at "${stage}", a call ends once and nothing follows`, async (t) => {
      const call = callTo(numbers.connects);
      const { engine, reported, endOf } = await startNode(t, (event, engine) => {
        if (isOf(call)(event) && nameOf(event) === stage) {
          void engine.hangUp(call);
          void engine.hangUp(call);
        }
      });
      await engine.place(call);
      const { ending } = await endOf(call);
      assert.deepEqual(
        { status: ending.status, reason: ending.reason, hangupBy: ending.hangupBy },
        { status: 'canceled', reason, hangupBy: 'system' },
      );
      // A whole call later, there is no further event of the first.
      await engine.hangUp(call);
      const later = callTo(numbers.connects);
      await engine.place(later);
      await endOf(later);
      const after = reported.filter(isOf(call)).map(nameOf);
      const isTalk = reason === 'hung_up_by_api';
      assert.deepEqual(after.slice(after.indexOf(stage)), [stage, ...(isTalk ? ['recorded'] : []), 'ended']);
    });
  }

  contract('hanging up an unknown call changes nothing', async (t) => {
    const { engine, reported, endOf } = await startNode(t);
    const call = callTo(numbers.connects);
    await engine.place(call);
    await engine.hangUp(callTo(numbers.connects));
    await engine.hangUp({ ...call, tenantId: idOf('tenant', call.tenantId + 1) });
    assert.equal((await endOf(call)).ending.reason, 'completed');
    assert.deepEqual(
      reported.filter((event) => !isOf(call)(event)),
      [],
    );
  });

  contract('a call that is placed or adopted again continues as one', async (t) => {
    const { engine, reported, endOf } = await startNode(t, (event, engine) => {
      if (!isOf(call)(event) || nameOf(event) !== 'ringing customer') return;
      // Without `void` on purpose: an unused exception is an error, so this one proves that the rule runs here.
      // oxlint-disable-next-line typescript/no-floating-promises
      engine.place(call);
      void engine.adopt([call]);
    });
    const call = callTo(numbers.connects);
    await engine.place(call);
    await endOf(call);
    const later = callTo(numbers.connects);
    await engine.place(later);
    await endOf(later);
    const names = reported.filter(isOf(call)).map(nameOf);
    assert.equal(new Set(names).size, names.length, `each thing once: ${names}`);
  });

  for (const stage of stages.map(([stage]) => stage)) {
    contract(`an engine that stops at "${stage}" reports nothing more, and another one reports the end`, async (t) => {
      const call = callTo(numbers.connects);
      const stopped = Promise.withResolvers<void>();
      const first = await startNode(t, (event, engine) => {
        if (nameOf(event) === stage) stopped.resolve(engine.stop());
      });
      await first.engine.place(call);
      await stopped.promise;
      const reportedBefore = first.reported.length;
      assert.equal(nameOf(first.reported.at(-1)), stage);

      const second = await startNode(t);
      assert.deepEqual(await second.engine.adopt([call]), [onlyRefOf(call)]);
      const { ending } = await second.endOf(call);
      assert.equal(ending.reason, 'completed');
      assert.ok(ending.answeredAt, 'the answer is told with the end, for its own news may be lost');
      assert.equal(first.reported.length, reportedBefore);
    });
  }

  contract(
    'a call is put on hold, the engine stops, and another one resumes it: it continues to one end',
    async (t) => {
      const call = callTo(numbers.connects);
      const stopped = Promise.withResolvers<void>();
      const held = new Date();
      const first = await startNode(t, (event, engine) => {
        if (nameOf(event) !== 'answered customer') return;
        held.setTime(Date.now());
        const changed = engine.change(call, { kind: 'hold', number: 1 });
        stopped.resolve(changed.then(() => engine.stop()));
      });
      await first.engine.place(call);
      await stopped.promise;

      const second = await startNode(t);
      assert.deepEqual(await second.engine.adopt([{ ...call, holdTimes: [held] }]), [onlyRefOf(call)]);
      await second.engine.change(call, { kind: 'resume', number: 2 });
      await second.engine.change(call, { kind: 'hold', number: 1 }); // It arrives late, and is outdated.
      const { ending } = await second.endOf(call);
      assert.equal(ending.reason, 'completed');
      assert.deepEqual(endsOf(second.reported, call).length, 1);
      assert.ok(![...first.reported, ...second.reported].some(({ kind }) => kind === 'hold failed'));
    },
  );

  contract('changing an unknown call changes nothing, and says so', async (t) => {
    const call = callTo(numbers.connects);
    const { engine, reported, endOf } = await startNode(t, (event, engine) => {
      if (nameOf(event) !== 'ringing customer') return;
      for (const other of [{ callId: idOf('call', uuidv7()) }, { tenantId: idOf('tenant', call.tenantId + 1) }])
        taken.push(engine.change({ ...call, ...other }, { kind: 'hold', number: 1 }));
    });
    const taken: Promise<boolean>[] = [];
    await engine.place(call);
    assert.equal((await endOf(call)).ending.reason, 'completed');
    assert.ok(reported.every(isOf(call)));
    assert.deepEqual(await Promise.all(taken), [false, false]);
  });

  contract('an abandoned call is not reported, and other calls continue', async (t) => {
    const [abandoned, kept] = [callTo(numbers.connects), callTo(numbers.connects)];
    const { engine, reported, endOf } = await startNode(t, (event, engine) => {
      if (isOf(abandoned)(event) && nameOf(event) === 'ringing customer') engine.abandon([abandoned]);
    });
    await engine.place(abandoned);
    await engine.place(kept);
    await endOf(kept);
    const later = callTo(numbers.connects);
    await engine.place(later);
    await endOf(later);
    assert.equal(nameOf(reported.filter(isOf(abandoned)).at(-1)), 'ringing customer');
    const another = await startNode(t);
    await another.engine.adopt([abandoned]);
    await another.endOf(abandoned);
  });
}

/** An engine that is stopped at the end of the test, and all of its events. */
export async function collectEvents(
  startEngine: StartEngine,
  t: TestContext,
  react: (event: EngineEvent, engine: Engine) => void = () => {},
) {
  const reported: EngineEvent[] = [];
  const engine = await startEngine((event) => {
    reported.push(event);
    react(event, engine);
  });
  t.after(() => engine.stop());
  return { engine, reported, endOf: (call: CallRef) => until(() => endsOf(reported, call)[0]) };
}

export function newCall(fields: Partial<EngineCall> & { number: string }): EngineCall {
  return {
    tenantId: idOf('tenant', 1),
    isTest: true,
    callId: idOf('call', uuidv7()),
    callType: 'outbound',
    staff: [],
    ringStrategy: 'all',
    isAllStaffBusy: false,
    isRecorded: true,
    isAnnounced: false,
    hasVoicemail: false,
    language: 'en',
    callerId: null,
    trunk: null,
    dialedAt: new Date(),
    holdTimes: [],
    pauseTimes: [],
    ...fields,
  };
}

/** Staff members with these phones, numbered from 1. */
export const staffWith = (...phones: string[]): StaffPhone[] =>
  phones.map((phone, i) => ({ staffId: idOf('staff', i + 1), phone }));

export const onlyRefOf = ({ tenantId, isTest, callId }: CallRef): CallRef => ({ tenantId, isTest, callId });

export const isOf = (call: CallRef) => (event: EngineEvent) =>
  event.kind !== 'arrived' && event.callId === call.callId && event.tenantId === call.tenantId;

export function nameOf(event: { kind: EngineEvent['kind']; leg?: Leg } | undefined): string | undefined {
  return event && (event.leg ? `${event.kind} ${event.leg}` : event.kind);
}

function endsOf(reported: EngineEvent[], call: CallRef) {
  return reported.filter(isOf(call)).filter((event) => event.kind === 'ended');
}

function assertRising(reported: EngineEvent[], call: EngineCall): void {
  const moments = [call.dialedAt, ...reported.map(({ at }) => at)].map((at) => at.getTime());
  assert.deepEqual(
    moments,
    moments.toSorted((a, b) => a - b),
  );
}
