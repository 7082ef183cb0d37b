import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../test/at-end.ts';
import {
  collectEvents,
  engineSuite,
  isOf,
  nameOf,
  newCall,
  onlyRefOf,
  type StartEngine,
} from '../../test/engine-suite.ts';
import { until } from '../../test/until.ts';
import { idOf } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import type { EngineCall, EngineEvent, ReportEngineEvent } from './engine.ts';
import { conversationOf } from './simulator/conversations.ts';
import { scriptOf } from './simulator/script.ts';
import { createSimulator, type SimulatorOptions } from './simulator.ts';

const log = createLog('silent');
const speed = 20;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-simulator-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
const folder = temporaryFolder();

const simulator =
  (options: Partial<SimulatorOptions> = {}): StartEngine =>
  (report: ReportEngineEvent) =>
    createSimulator({ report, log, speed, folder, seed: 'test', ...options });

engineSuite('simulator', simulator(), {
  staff: [],
  connects: '+81 90-1234-5678',
  endings: [
    { number: '+819000000001', ending: { status: 'no_answer', reason: 'no_answer', hangupBy: 'system' } },
    { number: '+819000000002', ending: { status: 'busy', reason: 'busy', sipCode: 486, q850Cause: 17 } },
    { number: '+819000000003', ending: { status: 'rejected', reason: 'rejected', sipCode: 603, q850Cause: 21 } },
    { number: '+819000000004', ending: { status: 'failed', reason: 'invalid_number', sipCode: 404, q850Cause: 1 } },
    { number: '+819000000005', ending: { status: 'failed', reason: 'staff_no_answer' } },
    { number: '090-0000-0006', ending: { status: 'canceled', reason: 'canceled_by_staff', hangupBy: 'staff' } },
    { number: '0900000-0-007', ending: { status: 'voicemail', reason: 'voicemail' } },
    { number: '+819000000008', ending: { status: 'no_answer', reason: 'no_answer' } },
  ],
});

test('two simulators with the same seed report the same, and with another seed they differ', async (t) => {
  const call = newCall({ number: '+819012345678' });
  const tellings: EngineEvent[][] = [];
  for (const seed of ['one', 'one', 'other']) {
    const { engine, reported } = await collectEvents(simulator({ seed, folder: temporaryFolder() }), t);
    await engine.place(call);
    await until(() => reported.some(({ kind }) => kind === 'ended'));
    tellings.push(reported.map((event) => ('file' in event ? { ...event, file: basename(event.file) } : event)));
  }
  assert.deepEqual(tellings[0], tellings[1]);
  assert.notDeepEqual(tellings[0], tellings[2]);
});

test('every talk lasts as long as its recording, and calls differ', () => {
  const scripts = Array.from({ length: 200 }, () => scriptOf(newCall({ number: '+819012345678' }), ''));
  for (const { steps, conversation } of scripts) {
    const [answered, ended] = steps.slice(-2);
    assert.equal(ended && answered && ended.after - answered.after, conversationOf(conversation).milliseconds);
    assert.ok(ended && ended.after < 11_000, 'a call takes a few seconds');
  }
  assert.equal(new Set(scripts.map(({ conversation }) => conversation)).size, 8);
  assert.ok(new Set(scripts.map(({ steps }) => JSON.stringify(steps))).size > 190);
});

test('a call adopted midway continues where its script is: past steps first, then each at its time', async (t) => {
  const call = newCall({ number: '+819012345678' });
  const { steps } = scriptOf(call, 'test');
  const first = await collectEvents(simulator(), t, (event, engine) => {
    if (nameOf(event) === 'answered staff') engine.abandon([call]);
  });
  await first.engine.place(call);
  await until(() => first.reported.length === 2);

  const recordings: [string | undefined, number][] = [];
  const second = await collectEvents(simulator(), t, (event) => recordings.push([nameOf(event), Date.now()]));
  await second.engine.adopt([call]);
  assert.equal(second.reported.length, 0, 'nothing is told before the adoption has returned');
  await second.endOf(call);
  assert.deepEqual(second.reported.slice(0, 2), first.reported);
  const names = steps.map(({ news }) => nameOf(news));
  assert.deepEqual(second.reported.map(nameOf), names.toSpliced(-1, 0, 'recorded'));
  for (const { after, news } of steps) {
    const due = call.dialedAt.getTime() + Math.round(after / speed);
    const i = second.reported.findIndex((event) => nameOf(event) === nameOf(news));
    assert.equal(second.reported[i]?.at.getTime(), due);
    assert.ok((recordings[i]?.[1] ?? 0) >= due - 2, `${recordings[i]} is not told before its time`);
  }
  assert.equal(first.reported.length, 2);
});

test('a call adopted long after its end is reported to its end at once, with the times of its script', async (t) => {
  const call = newCall({ number: '+819012345678', dialedAt: new Date(Date.now() - 3_600_000) });
  // So slow that this test would fail if the call were played from its beginning.
  const { engine, reported, endOf } = await collectEvents(simulator({ speed: 0.01 }), t);
  assert.deepEqual(await engine.adopt([call]), [onlyRefOf(call)]);
  const { at } = await endOf(call);
  const { steps, conversation } = scriptOf(call, 'test');
  assert.equal(at.getTime() - call.dialedAt.getTime(), (steps.at(-1)?.after ?? 0) * 100);
  const recorded = reported.at(-2);
  assert.ok(recorded?.kind === 'recorded');
  assert.equal(recorded.seconds, conversationOf(conversation).milliseconds / 1_000);
});

test('adopted and hung up at once, a call that had been answered is a talk that was hung up', async (t) => {
  const call = newCall({ number: '+819012345678' });
  const answered = scriptOf(call, 'test').steps.find(({ news }) => nameOf(news) === 'answered customer');
  call.dialedAt = new Date(Date.now() - (answered?.after ?? 0) - 1_000);
  const { engine, endOf, reported } = await collectEvents(simulator({ speed: 1 }), t);
  await engine.adopt([call]);
  await engine.hangUp(call);
  const { ending } = await endOf(call);
  assert.equal(ending.reason, 'hung_up_by_api');
  assert.equal(ending.answeredAt?.getTime(), call.dialedAt.getTime() + (answered?.after ?? 0));
  assert.equal(reported.at(-2)?.kind, 'recorded');
});

test('a call abandoned while its past is reported is reported no further', async (t) => {
  const [abandoned, kept] = [1, 2].map(() => newCall({ number: '+819012345678', dialedAt: new Date(0) }));
  assert.ok(abandoned && kept);
  const { engine, reported, endOf } = await collectEvents(simulator(), t, (_event, engine) =>
    engine.abandon([abandoned]),
  );
  await engine.adopt([abandoned, kept]);
  await endOf(kept);
  assert.deepEqual(reported.filter(isOf(abandoned)).map(nameOf), ['ringing staff']);
});

test('stopped while a recording is being written, the end is left to the next one and the file is whole', async (t) => {
  const own = temporaryFolder();
  const call = newCall({ number: '+819012345678' });
  const { engine, reported } = await collectEvents(simulator({ folder: own, speed: 5 }), t);
  await engine.place(call);
  await until(() => reported.some((event) => nameOf(event) === 'answered customer'));
  const hangingUp = engine.hangUp(call);
  await engine.stop();
  const { conversation } = scriptOf(call, 'test');
  assert.deepEqual(readdirSync(own).sort(), [`1-test-${call.callId}.wav`, `conversation-${conversation}.wav`]);
  await hangingUp;
  assert.equal(nameOf(reported.at(-1)), 'answered customer');

  const next = await collectEvents(simulator({ folder: own }), t);
  await next.engine.adopt([call]);
  assert.ok((await recordingOf(next.reported, call)).seconds > 4);
});

test('a number that ends in 0008 calls back in the moment its call ends, and gives up', async (t) => {
  const call = newCall({ number: '+819012340008', tenantId: idOf('tenant', 7) });
  const returned = newCall({ number: call.number, tenantId: idOf('tenant', 7), callType: 'inbound' });
  let tick = 0;
  const ticks: number[] = [];
  const { engine, reported, endOf } = await collectEvents(simulator(), t, (event, engine) => {
    ticks.push(tick);
    setImmediate(() => tick++);
    if (event.kind === 'arrived') void engine.receive(event.ref, { ...returned, dialedAt: event.at });
  });
  await engine.place(call);
  const { ending } = await endOf(returned);
  assert.deepEqual([ending.status, ending.reason, ending.hangupBy], ['missed_call', 'caller_gave_up', 'customer']);
  assert.deepEqual(reported.filter(isOf(returned)).map(nameOf), ['ringing staff', 'ended']);

  const index = reported.findIndex(({ kind }) => kind === 'arrived');
  const arrived = reported[index];
  assert.deepEqual(arrived, {
    kind: 'arrived',
    ref: `return-of-${call.callId}`,
    from: call.number,
    to: { returns: onlyRefOf(call) },
    at: reported[index + 1]?.at,
  });
  assert.ok(nameOf(reported[index + 1]) === 'ended' && reported.slice(index + 1, index + 2).some(isOf(call)));
  assert.equal(ticks[index], ticks[index + 1], 'both in one tick');
});

test('each call has a recording of its own, which may be moved or deleted', async (t) => {
  const own = temporaryFolder();
  const { engine, reported } = await collectEvents(simulator({ folder: own, speed: 200 }), t);
  const [one, two] = callsOfOneConversation();
  await engine.place(one);
  const first = await recordingOf(reported, one);
  const content = readFileSync(first.file);
  assert.equal(content.length, 44 + first.seconds * 32_000);
  rmSync(first.file);
  await engine.place(two);
  const second = await recordingOf(reported, two);
  assert.notEqual(first.file, second.file);
  assert.deepEqual(readFileSync(second.file), content);
  assert.deepEqual([dirname(second.file), readdirSync(own).length], [own, 2], 'nothing unfinished is left');
});

test('the recording of a talk that was hung up is as long as the talk, and leaves the others whole', async (t) => {
  const own = temporaryFolder();
  const [one, two] = callsOfOneConversation();
  const speed = 2; // Slow enough for a busy machine to hang up in time.
  const { engine, reported, endOf } = await collectEvents(simulator({ folder: own, speed }), t);
  await engine.place(one);
  const answered = await until(() => reported.find((event) => nameOf(event) === 'answered customer'));
  await until(() => Date.now() > answered.at.getTime() + 50);
  await engine.hangUp(one);
  const { at } = await endOf(one);
  const { file, seconds } = await recordingOf(reported, one);
  const talked = ((at.getTime() - answered.at.getTime()) / 1_000) * speed;
  assert.ok(Math.abs(seconds - talked) <= speed / 1_000, `${seconds} s of ${talked} s`);
  const cut = readFileSync(file);
  assert.equal(cut.length, 44 + Math.floor(seconds * 8_000) * 4);
  assert.equal(cut.readUInt32LE(40), cut.length - 44);

  const faster = await collectEvents(simulator({ folder: own }), t);
  await faster.engine.place(two);
  const whole = readFileSync((await recordingOf(faster.reported, two)).file);
  assert.ok(whole.length > cut.length);
  assert.deepEqual(whole.subarray(44, cut.length), cut.subarray(44));
});

test('a call whose recording cannot be written still ends, and the log says why', async (t) => {
  const lines: string[] = [];
  const notAFolder = join(temporaryFolder(), 'file');
  writeFileSync(notAFolder, '');
  const failing = { folder: join(notAFolder, 'in'), log: createLog('error', { write: (line) => lines.push(line) }) };
  const { engine, reported, endOf } = await collectEvents(simulator(failing), t);
  const call = newCall({ number: '+819012345678' });
  await engine.place(call);
  assert.equal((await endOf(call)).ending.reason, 'completed');
  assert.ok(reported.every(({ kind }) => kind !== 'recorded'));
  assert.match(lines.join(), /simulator\.recording_lost/);
  assert.match(lines.join(), /ENOTDIR/);
});

test('a thousand calls at once all end, each once', async (t) => {
  const { engine, reported } = await collectEvents(simulator({ speed: 100 }), t);
  const calls = Array.from({ length: 1_000 }, (_, i) => newCall({ number: `+81900000${String(i).padStart(4, '0')}` }));
  for (const call of calls) await engine.place(call);
  const ends = () => reported.filter(({ kind }) => kind === 'ended');
  await until(() => ends().length >= calls.length);
  assert.equal(new Set(ends().map((event) => 'callId' in event && event.callId)).size, calls.length);
});

/** Two calls with the same conversation. */
function callsOfOneConversation(): [EngineCall, EngineCall] {
  const one = newCall({ number: '+819012345678' });
  for (;;) {
    const two = newCall({ number: '+819012345678' });
    if (scriptOf(one, 'test').conversation === scriptOf(two, 'test').conversation) return [one, two];
  }
}

async function recordingOf(reported: EngineEvent[], call: EngineCall) {
  return until(() => reported.filter(isOf(call)).find((event) => event.kind === 'recorded'));
}
