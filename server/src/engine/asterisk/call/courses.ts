import { AriRefusal } from '../ari/ari-http.ts';
import { customerDestination, type Destination, staffDestination } from '../provisioning/endpoint.ts';
import { isThere, type Line, lineAtEnd } from './line.ts';
import { Over, type Scene } from './scene.ts';
import type { Refusal } from './to-ending.ts';

// The course of a call, from its first line to the talk.
//
//   outbound   staff rings ──► answers ──► recording ──► bridge ──► customer rings in it ──► answers ──► talk
//   inbound    caller is there ──► staff ring ──► one answers ──► recording ──► bridge ──► talk
//                                       └──► nobody answers ──► greeting ──► message
//
// Each step looks at what is there already, so a call that another node began goes on from where it stands. The bridge is
// the mark that the customer is being called: where it is found without him, he was called and is not called again.

export async function conductOutbound(scene: Scene): Promise<void> {
  const { call, desk, asterisk, customer, taker: staff } = scene;
  if (!staff) return giveUp(scene, 'staff', 'absent');
  if (!staff.mayExist) {
    const rung = await ring(scene, staff, destinationOf(scene, staff));
    if (rung !== 'ringing') await scene.refused(rung);
    scene.placed();
  }
  await scene.untilPeople(() => staff.answeredAt);
  if (!scene.isBridged) {
    await record(scene, staff);
    await bridge(scene, [staff]);
    // He is in the bridge before he is dialled: so the staff member hears the ringing, or what the carrier plays.
    const join = () => asterisk.join([customer.channel]);
    const rung = await ring(scene, customer, customerDestination(call, desk.trunk), join);
    if (rung !== 'ringing') giveUp(scene, 'customer', rung);
  }
  await scene.untilPeople(() => customer.answeredAt);
  await talk(scene, customer.answeredAt as Date);
}

export async function conductInbound(scene: Scene): Promise<void> {
  const { call } = scene;
  if (!scene.isCallerUp) await takeCaller(scene);
  if (!scene.isMessage) await ringStaff(scene);
  if (scene.taker) await putThrough(scene, scene.taker);
  else if (scene.isMessage || call.hasVoicemail) await takeMessage(scene);
  else {
    const lines = scene.staff.filter(({ gone }) => gone).map((line) => lineAtEnd(line, scene.desk.ringSeconds.staff));
    scene.end({ kind: 'nobody', lines, isEverybodyBusy: call.isEverybodyBusy });
  }
}

function giveUp(scene: Scene, leg: 'staff' | 'customer', why: Refusal): never {
  scene.end({ kind: 'refused', leg, why });
  throw new Over();
}

/** The caller may be gone already, and then nobody is called. */
async function takeCaller({ asterisk, customer, lineIsMissing }: Scene): Promise<void> {
  try {
    await asterisk.takeCaller(customer);
  } catch (error) {
    if (error instanceof AriRefusal) lineIsMissing(customer);
    throw error;
  }
}

/** Rings everybody at once, or one after the other, until somebody answers. */
async function ringStaff(scene: Scene): Promise<void> {
  const { call, asterisk, customer, staff } = scene;
  const groups = call.ringStrategy === 'all' ? [call.staff] : call.staff.map((one) => [one]);
  const untilDecided = () => scene.untilPeople(() => scene.taker || !staff.some(isThere));
  const rung = scene.isAdopted ? await asterisk.rungOf(customer) : 0;
  await untilDecided(); // Another node may have rung some of them.
  for (const [i, group] of groups.entries()) {
    if (i < rung) continue;
    if (scene.taker) return;
    await asterisk.markRung(customer, i + 1);
    const lines = staff.filter(({ staffId }) => group.some((one) => one.staffId === staffId));
    // All that was begun is known before anything of it is taken down.
    const ringing = await Promise.allSettled(lines.map((line) => ringOne(scene, line)));
    for (const one of ringing) if (one.status === 'rejected') throw one.reason;
    await untilDecided();
  }
}

/** One of several: that he cannot be reached is no end. */
async function ringOne(scene: Scene, line: Line): Promise<void> {
  try {
    const rung = await ring(scene, line, destinationOf(scene, line));
    if (rung === 'ringing') return;
    line.refusal = rung;
    line.gone = { at: new Date() };
  } catch (error) {
    if (!(error instanceof AriRefusal && (await scene.untilGone(line)))) throw error;
  }
}

function destinationOf({ call, desk }: Scene, line: Line): Destination | undefined {
  const phone = call.staff.find(({ staffId }) => staffId === line.staffId)?.phone;
  return phone === undefined ? undefined : staffDestination(call, phone, desk.trunk);
}

/** Rings a telephone, or gives why there is none to ring. */
async function ring(
  { asterisk, desk, untilAsterisk }: Scene,
  line: Line,
  to: Destination | undefined,
  beforehand = async () => {},
): Promise<'ringing' | Refusal> {
  if (!to) return 'absent';
  const created = await asterisk.create(line, to);
  if (created !== 'created') return created;
  await untilAsterisk(() => line.entries > 0 || line.gone);
  await beforehand();
  line.dialledAt = new Date();
  await asterisk.dial(line, desk.ringSeconds[line.leg]);
  return 'ringing';
}

async function putThrough(scene: Scene, taker: Line): Promise<void> {
  const { asterisk, customer, staff } = scene;
  const others = staff.filter((line) => line !== taker && isThere(line));
  // Where that fails, a telephone rings on until its time is over.
  const stopped = Promise.allSettled(others.map((line) => asterisk.remove(line, 'answered_elsewhere')));
  if (!scene.isBridged) {
    await scene.answerNoted();
    await asterisk.answer(customer);
    await record(scene, taker);
    await bridge(scene, [taker, customer]);
  }
  await stopped;
  await talk(scene, taker.answeredAt as Date);
}

async function record(scene: Scene, staff: Line): Promise<void> {
  const { call, asterisk, untilAsterisk } = scene;
  if (!call.isRecorded || scene.isRecording) return;
  const entries = staff.entries;
  if (scene.isAdopted) await asterisk.claim(staff);
  await asterisk.record(staff);
  await untilAsterisk(() => staff.entries > entries);
}

async function bridge(scene: Scene, joining: Line[]): Promise<void> {
  scene.isBridged = true;
  await scene.asterisk.makeBridge();
  await scene.asterisk.join(joining.map(({ channel }) => channel));
}

async function talk(scene: Scene, since: Date): Promise<void> {
  const { call, desk } = scene;
  if (call.isRecorded && call.isAnnounced) await announce(scene);
  const rest = since.getTime() + desk.longestTalkSeconds * 1_000 - Date.now();
  scene.later(rest, () => scene.end({ kind: 'too long' }));
  await scene.untilPeople(() => false);
}

/** Nobody is hung up on because something cannot be said. */
async function announce({ call, desk, asterisk, customer, untilGone }: Scene): Promise<void> {
  try {
    await asterisk.announce(customer, desk.sounds.announcement(call.language));
  } catch (error) {
    if (!(await untilGone(customer)))
      desk.log.error({ err: error, call_id: call.callId }, 'it could not be said that a call is recorded');
  }
}

/** Nobody came: what the caller says after the tone is recorded, until he hangs up or Asterisk finds it long enough. */
async function takeMessage(scene: Scene): Promise<void> {
  const { call, desk, asterisk, customer } = scene;
  if (scene.isMessage) await asterisk.claim(customer);
  else {
    // A greeting that another node had begun would keep an answer waiting.
    if (!scene.isCallerUp) await asterisk.answer(customer);
    const greeting = await asterisk.greet(customer, desk.sounds.greeting(call.language), scene.isAdopted);
    const played = await scene.untilPlayed(greeting);
    await asterisk.recordMessage(customer, desk.longestMessageSeconds);
    if (played === 'failed')
      desk.log.error({ call_id: call.callId }, 'a greeting could not be played; does Asterisk see its sounds?');
  }
  await scene.untilPeople(() => false);
}
