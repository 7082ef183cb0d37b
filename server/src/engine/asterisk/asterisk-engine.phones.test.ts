import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import {
  collectEvents,
  engineSuite,
  isOf,
  nameOf,
  newCall,
  onlyRefOf,
  type StartEngine,
  staffWith,
} from '../../../test/engine-suite.ts';
import { startBreakableNetwork } from '../../../test/phone-lab/breakable-network.ts';
import { withPhoneLab } from '../../../test/phone-lab/phone-lab.ts';
import { stereo, strengthOf } from '../../../test/phone-lab/tone.ts';
import { until } from '../../../test/until.ts';
import { callName } from '../../platform/call-ref.ts';
import { idOf } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import type { Ending, Engine, EngineCall, EngineEvent } from '../engine.ts';
import { customerChannel, staffChannel } from './ari/call-names.ts';
import { type AsteriskOptions, createAsteriskEngine } from './asterisk-engine.ts';

// With a real Asterisk, real SIP and real RTP. The phone lab's `answering-scenario.ts` defines how numbers and phones behave:
// the party at 776 hangs up, 775 rings for two seconds, 999 rings forever.

const log = createLog('silent');
const projectNumber = '+81312345678';
const nodeProgram = join(import.meta.dirname, '../../../test/phone-lab/node-program.ts');

await withPhoneLab((lab) => {
  const settings = (options: Partial<AsteriskOptions> = {}) => ({
    account: lab.asterisk,
    name: 'lab',
    app: `trunkline-${randomUUID()}`,
    trunk: 'carrier',
    recordingFolder: lab.recordings,
    ringSeconds: { staff: 3, customer: 3 },
    ...options,
  });
  const asterisk =
    (options: Partial<AsteriskOptions> = {}): StartEngine =>
    async (report) => {
      const engine = createAsteriskEngine({ report, log, ...settings(options) });
      await until(engine.isReady);
      return engine;
    };
  const startNode = (
    t: TestContext,
    react?: (event: EngineEvent, engine: Engine) => void,
    options?: Partial<AsteriskOptions>,
  ) => collectEvents(asterisk(options), t, react);
  const callTo = (number: string, fields: Partial<EngineCall> = {}) =>
    newCall({ number, staff: staffWith('sip:alice'), callerId: projectNumber, isTest: false, ...fields });

  engineSuite('Asterisk', asterisk(), {
    staff: staffWith('sip:alice'),
    connects: '+819012345776',
    endings: [
      { number: '+819012345486', ending: { status: 'busy', reason: 'busy', hangupBy: 'customer', sipCode: 486 } },
      { number: '090-1234-5603', ending: { status: 'rejected', reason: 'rejected', sipCode: 603, q850Cause: 21 } },
      { number: '+819012345404', ending: { status: 'failed', reason: 'invalid_number', sipCode: 404, q850Cause: 1 } },
      { number: '+819012345999', ending: { status: 'no_answer', reason: 'no_answer', hangupBy: 'system' } },
    ],
  });

  test('every way for a call not to come about has its ending', async (t) => {
    const rows: [call: EngineCall, ending: string][] = [
      [callTo('+819012345486'), 'busy busy 486 17'],
      [callTo('+819012345600'), 'busy busy 600 17'],
      [callTo('+819012345603'), 'rejected rejected 603 21'],
      [callTo('+819012345404'), 'failed invalid_number 404 1'],
      [callTo('+819012345484'), 'failed invalid_number 484 28'],
      [callTo('+819012345604'), 'failed invalid_number 604 1'],
      [callTo('+819012345410'), 'failed invalid_number 410 22'],
      [callTo('+819012345403'), 'failed trunk_error 403 21'],
      [callTo('+819012345407'), 'failed trunk_error 407 21'],
      [callTo('+819012345480'), 'no_answer no_answer 480 19'],
      [callTo('+819012345999'), 'no_answer no_answer - 19'],
      [callTo('+819012345998'), 'failed unreachable - 19'],
      [callTo('+819012345408'), 'no_answer unreachable 408 18'],
      [callTo('+819012345503'), 'failed trunk_error 503 34'],
      [callTo('+819012345500'), 'failed trunk_error 500 38'],
      [callTo('+819012345678', { trunk: 'dead-carrier' }), 'failed trunk_down - -'],
      [callTo('+819012345678', { trunk: 'no-such-carrier' }), 'failed trunk_down - -'],
      [callTo('+819012345678', { staff: staffWith('sip:unregistered') }), 'failed staff_unreachable - -'],
      [callTo('+819012345678', { staff: staffWith('sip:nobody@pbx.example') }), 'failed staff_unreachable - -'],
      [callTo('+819012345678', { staff: [] }), 'failed staff_unreachable - -'],
      [callTo('+819012345678', { staff: staffWith('sip:phone486') }), 'failed staff_busy 486 17'],
      [callTo('+819012345678', { staff: staffWith('sip:phone603') }), 'failed staff_rejected 603 21'],
      [callTo('+819012345678', { staff: staffWith('sip:phone404') }), 'failed staff_unreachable 404 1'],
      [callTo('+819012345678', { staff: staffWith('sip:phone999') }), 'failed staff_no_answer - 19'],
      [callTo('+819012345678', { staff: staffWith('sip:phone998') }), 'failed staff_unreachable - 19'],
    ];
    const { engine, reported, endOf } = await startNode(t);
    await lab.deadCarrierIsFound();
    for (const [call] of rows) await engine.place(call);
    for (const [call, expected] of rows) {
      const { ending } = await endOf(call);
      const { status, reason, sipCode = '-', q850Cause = '-' } = ending;
      assert.equal(`${status} ${reason} ${sipCode} ${q850Cause}`, expected, `${call.staff[0]?.phone} ${call.number}`);
      assert.equal(reported.filter(isOf(call)).filter(({ kind }) => kind === 'ended').length, 1);
    }
  });

  test('a staff member who hangs up cancels the call, or completes the talk; a silent line is lost', async (t) => {
    const canceled = callTo('+819012345999', { staff: staffWith('sip:phone776') });
    const completed = callTo('+819012345678', { staff: staffWith('sip:phone776') });
    const silent = callTo('+819012345772', { trunk: 'impatient-carrier' });
    await lab.addTrunk('impatient-carrier', await lab.anotherCarrier());
    await lab.asterisk.send('PUT', '/asterisk/config/dynamic/res_pjsip/endpoint/impatient-carrier', {
      fields: [{ attribute: 'rtp_timeout', value: '1' }],
    });
    const { engine, endOf } = await startNode(t);
    await Promise.all([canceled, completed, silent].map((call) => engine.place(call)));
    assert.deepEqual(summary((await endOf(canceled)).ending), ['canceled', 'canceled_by_staff', 'staff']);
    const { reason, hangupBy, answeredAt } = (await endOf(completed)).ending;
    assert.deepEqual([reason, hangupBy], ['completed', 'staff']);
    assert.ok(answeredAt);
    const lost = (await endOf(silent)).ending;
    assert.deepEqual([lost.reason, lost.hangupBy, lost.q850Cause], ['media_lost', 'system', 44]);
    assert.ok(lost.answeredAt);
  });

  test('a call that ends while Asterisk is asked about it is reported once', async (t) => {
    const call = callTo('+819012345678');
    const { engine, reported } = await startNode(t);
    const namesReported = () => reported.filter(isOf(call)).map(nameOf);
    await engine.place(call);
    await until(() => namesReported().includes('answered customer'));
    await engine.hangUp(call);
    while (!namesReported().includes('ended')) await engine.adopt([call]);
    const next = callTo('+819012345776');
    await engine.place(next);
    await until(() => reported.some((event) => isOf(next)(event) && event.kind === 'ended'));
    assert.deepEqual(namesReported().slice(-2), ['recorded', 'ended']);
    assert.equal(namesReported().filter((name) => name === 'ended').length, 1);
  });

  test("both parties receive each other's audio: the recording has the staff member on the left and the customer on the right", async (t) => {
    const call = callTo('+819012345776');
    const { engine, reported, endOf } = await startNode(t);
    await engine.place(call);
    const { at, ending } = await endOf(call);
    const recorded = reported.at(-2);
    assert.ok(recorded?.kind === 'recorded');
    const talked = (at.getTime() - (ending.answeredAt?.getTime() ?? 0)) / 1_000;
    assert.ok(Math.abs(recorded.seconds - talked) < 0.1, `${recorded.seconds} s of ${talked} s`);
    const wav = readFileSync(recorded.file);
    assert.equal(wav.readUInt32LE(40), wav.length - 44);
    const [left, right] = (['left', 'right'] as const).map((side) => ({
      staff: strengthOf(440, wav, side),
      customer: strengthOf(1_000, wav, side),
    }));
    assert.ok(left && left.staff > -20 && left.customer < -50, JSON.stringify(left));
    assert.ok(right && right.customer > -20 && right.staff < -50, JSON.stringify(right));
    assert.deepEqual(
      readdirSync(lab.recordings).filter((name) => name.includes(call.callId) && !name.endsWith('.wav')),
      [],
      'what Asterisk wrote is gone',
    );
  });

  test("the staff member sees the customer's number, the carrier sees the project's and never the customer's", async (t) => {
    const [plain, mobile, anonymous] = [
      callTo('+818055555776'),
      callTo('+818066666776', { staff: staffWith('+818077777678') }),
      callTo('+818088888776', { callerId: null }),
    ];
    const { engine, endOf } = await startNode(t);
    for (const call of [plain, mobile, anonymous]) await engine.place(call);
    for (const call of [plain, mobile, anonymous]) assert.equal((await endOf(call)).ending.reason, 'completed');

    assert.ok(lab.phones.invites().some(({ to, from }) => to === 'alice' && from === plain.number));
    const seen = lab.carrier.invites();
    for (const number of [plain.number, mobile.number, mobile.staff[0]?.phone]) {
      const invite = seen.find(({ to }) => to === number);
      assert.deepEqual([invite?.from, invite?.assertedIdentity], [projectNumber, projectNumber]);
    }
    const hidden = seen.find(({ to }) => to === anonymous.number);
    assert.ok(hidden && !hidden.from.includes('8088888776') && !hidden.assertedIdentity);
    for (const { to, text } of seen)
      assert.ok(!text.replace(/^(INVITE|To:).*$/gm, '').includes(to), `${to} is told to the carrier as the caller`);
  });

  test('a customer whose carrier plays something before the answer rings, and answers', async (t) => {
    const call = callTo('+819012345183');
    const { engine, reported, endOf } = await startNode(t, (event, engine) => {
      if (nameOf(event) === 'answered customer') void engine.hangUp(call);
    });
    await engine.place(call);
    await endOf(call);
    const names = ['ringing staff', 'answered staff', 'ringing customer', 'answered customer', 'recorded', 'ended'];
    assert.deepEqual(reported.map(nameOf), names);
  });

  test("the staff member receives the carrier's audio before the answer", async (t) => {
    const call = callTo('+819012345183');
    const { engine, reported } = await startNode(t, (event, engine) => {
      if (nameOf(event) === 'answered customer') engine.abandon([call]);
    });
    await engine.place(call);
    await until(() => nameOf(reported.at(-1)) === 'answered customer');
    await Promise.all([customerChannel(call), staffChannel(call, idOf('staff', 1))].map(lab.asterisk.hangUp));
    await until(async () => !(await lab.leftovers()).some((name) => name.includes('PJSIP')));
    const [said, received] = ['received', 'sent'].map((direction) =>
      readFileSync(join(lab.recordings, `${callName(call)}.${direction}.sln`)),
    ) as [Buffer, Buffer];
    assert.equal(said.length, received.length, 'both directions go on at the same pace');
    const early = stereo(Buffer.concat([Buffer.alloc(44), received.subarray(0, -4_000)]));
    assert.ok(early.length > 8_000, `${early.length} bytes`);
    assert.ok(strengthOf(1_000, early, 'right') > -20, `${strengthOf(1_000, early, 'right')} dB`);

    // No node followed this call to its end, yet its recording is not lost.
    const next = await startNode(t);
    assert.deepEqual(await next.engine.adopt([call]), [onlyRefOf(call)]);
    const { ending } = await next.endOf(call);
    assert.equal(ending.reason, 'system_recovered');
    assert.ok(ending.answeredAt && next.reported.some(({ kind }) => kind === 'recorded'));
  });

  test('a talk that lasts too long is ended', async (t) => {
    const call = callTo('+819012345678');
    const { engine, endOf } = await startNode(t, undefined, { longestTalkSeconds: 1 });
    await engine.place(call);
    const { at, ending } = await endOf(call);
    assert.deepEqual([ending.reason, ending.hangupBy], ['too_long', 'system']);
    const talked = at.getTime() - (ending.answeredAt?.getTime() ?? 0);
    assert.ok(talked >= 900 && talked < 4_000, `${talked} ms`);
  });

  test('a ringing customer is followed by the next node until the ring time is over', async (t) => {
    const call = callTo('+819012345999');
    const first = await startNode(t, (event, engine) => {
      if (nameOf(event) === 'ringing customer') engine.abandon([call]);
    });
    await first.engine.place(call);
    await until(() => nameOf(first.reported.at(-1)) === 'ringing customer');
    const second = await startNode(t);
    assert.deepEqual(await second.engine.adopt([call]), [onlyRefOf(call)]);
    assert.deepEqual(summary((await second.endOf(call)).ending), ['no_answer', 'no_answer', 'system']);
  });

  test('a call unknown to Asterisk is not found', async (t) => {
    const { engine } = await startNode(t);
    assert.deepEqual(await engine.adopt([callTo('+819012345678')]), []);
  });

  test('kill -9 of a node: the phones ring on, the talk goes on, and another node ends them', async (t) => {
    const calls = {
      'ringing staff': callTo('+818011111776', { staff: staffWith('sip:phone775') }),
      'ringing customer': callTo('+818022222775'),
      'answered customer': callTo('+818033333678'),
    };
    const task = { options: settings(), calls: Object.values(calls) };
    const node = spawn(process.execPath, [nodeProgram, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] });
    t.after(() => node.kill('SIGKILL'));
    const waiting = new Set(Object.entries(calls).map(([stage, { callId }]) => `${callId} ${stage}`));
    for await (const text of createInterface({ input: node.stdout })) {
      const event = JSON.parse(text);
      waiting.delete(`${event.callId} ${nameOf(event)}`);
      if (waiting.size === 0) break;
    }
    node.kill('SIGKILL');

    const answered = new Set<string>();
    const { engine, endOf, reported } = await startNode(t, (event, engine) => {
      if (event.kind === 'answered' && event.leg === 'customer') answered.add(event.callId);
      if (event.kind === 'answered' && event.leg === 'customer' && event.callId !== calls['ringing staff'].callId)
        setTimeout(() => engine.hangUp(event), 300);
    });
    assert.deepEqual(await engine.adopt(Object.values(calls)), Object.values(calls).map(onlyRefOf));
    assert.equal((await endOf(calls['ringing staff'])).ending.reason, 'completed');
    assert.equal((await endOf(calls['ringing customer'])).ending.reason, 'hung_up_by_api');
    assert.equal((await endOf(calls['answered customer'])).ending.reason, 'hung_up_by_api');
    assert.equal(answered.size, 3);
    assert.equal(reported.filter(({ kind }) => kind === 'recorded').length, 3);
    for (const { number } of Object.values(calls))
      assert.equal(
        new Set(
          lab.carrier
            .invites()
            .filter(({ to }) => to === number)
            .map(callIdOf),
        ).size,
        1,
        'dialed once',
      );
  });

  test('kill -9 of Asterisk: every call ends once, the recording is there, and the next call is placed', async (t) => {
    const [ringing, talking] = [callTo('+819012345678', { staff: staffWith('sip:phone999') }), callTo('+819012345678')];
    const { engine, reported, endOf } = await startNode(t, undefined, { ringSeconds: { staff: 30, customer: 30 } });
    for (const call of [ringing, talking]) await engine.place(call);
    await until(() =>
      ['ringing staff', 'answered customer'].every((name) => reported.some((event) => nameOf(event) === name)),
    );
    const answered = reported.find((event) => nameOf(event) === 'answered customer') as EngineEvent;
    // Asterisk writes recordings in blocks of some seconds; the kill loses the last one.
    await until(() => Date.now() - answered.at.getTime() > 3_000);
    await lab.asterisk.kill();
    await until(() => !engine.isReady());
    await assert.rejects(engine.place(callTo('+819012345678')));
    await assert.rejects(engine.adopt([ringing]));
    await lab.asterisk.start();
    for (const call of [ringing, talking]) {
      const { ending } = await endOf(call);
      assert.deepEqual([ending.status, ending.reason, ending.hangupBy], ['failed', 'engine_error', 'system']);
    }
    const recorded = reported.find((event) => event.kind === 'recorded');
    assert.ok(recorded && recorded.callId === talking.callId && recorded.seconds > 0.5 && existsSync(recorded.file));
    assert.equal(readFileSync(recorded.file).readUInt32LE(40), readFileSync(recorded.file).length - 44);

    await until(engine.isReady);
    const next = callTo('+819012345776');
    await engine.place(next);
    assert.equal((await endOf(next)).ending.reason, 'completed');
    assert.equal(reported.filter(({ kind }) => kind === 'ended').length, 3);
  });

  test('when the network to Asterisk breaks for a moment, the talk continues and its end is reported', async (t) => {
    const network = await startBreakableNetwork(lab.asterisk.url);
    const call = callTo('+819012345777');
    const { engine, reported, endOf } = await startNode(t, undefined, {
      account: { ...lab.asterisk, url: network.url },
    });
    await engine.place(call);
    await until(() => nameOf(reported.at(-1)) === 'answered customer');
    network.cut();
    await until(() => !engine.isReady());
    network.restore();
    await until(engine.isReady);
    assert.deepEqual(summary((await endOf(call)).ending).slice(1), ['completed', 'customer']);
  });

  test('a call that ends while the network is broken is found to have ended', async (t) => {
    const network = await startBreakableNetwork(lab.asterisk.url);
    const call = callTo('+819012345776');
    const { engine, reported, endOf } = await startNode(t, undefined, {
      account: { ...lab.asterisk, url: network.url },
    });
    await engine.place(call);
    await until(() => nameOf(reported.at(-1)) === 'answered customer');
    network.cut();
    await until(async () => !(await lab.leftovers()).some((name) => name.includes('carrier')));
    network.restore();
    const { ending } = await endOf(call);
    assert.ok(ending.answeredAt && ending.reason === 'completed');
    assert.ok(reported.some(({ kind }) => kind === 'recorded'));
  });

  test('a connection that is silent holds up no other call, and is replaced', async (t) => {
    const network = await startBreakableNetwork(lab.asterisk.url);
    const options = { account: { ...lab.asterisk, url: network.url }, lostAfterSeconds: 4 };
    const { engine, reported, endOf } = await startNode(t, undefined, options);
    const first = callTo('+819012345678');
    await engine.place(first);
    await until(() => nameOf(reported.at(-1)) === 'answered customer');
    network.silence('app=requests-0-');
    await engine.hangUp(first);
    const second = callTo('+819012345776');
    await engine.place(second);
    assert.equal((await endOf(second)).ending.reason, 'completed');
    assert.ok(!reported.some((event) => isOf(first)(event) && event.kind === 'ended'), 'it waits for an answer');
    assert.equal((await endOf(first)).ending.reason, 'hung_up_by_api');
  });

  test('an Asterisk that stays out of reach has lost its calls, and is tidied up when it is back', async (t) => {
    const network = await startBreakableNetwork(lab.asterisk.url);
    const call = callTo('+819012345678');
    const options = { account: { ...lab.asterisk, url: network.url }, lostAfterSeconds: 1 };
    const { engine, reported, endOf } = await startNode(t, undefined, options);
    await engine.place(call);
    await until(() => nameOf(reported.at(-1)) === 'answered customer');
    network.cut();
    assert.equal((await endOf(call)).ending.reason, 'engine_error');
    assert.ok((await lab.leftovers()).length > 0);
    network.restore();
    await until(engine.isReady);
    await until(async () => (await lab.leftovers()).length === 0);
    assert.equal(reported.filter(({ kind }) => kind === 'ended').length, 1);
  });
});

const summary = ({ status, reason, hangupBy }: Ending) => [status, reason, hangupBy];

/** A retransmitted INVITE has the same Call-ID. */
const callIdOf = ({ text }: { text: string }) => text.match(/^Call-ID: *(\S+)/m)?.[1];
