import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Tx } from '../database/connect.ts';
import type { Mark, Party, PhoneSystem } from '../engine/phone-system.ts';
import { wakeable } from '../platform/concurrency/wakeable.ts';
import { type Id, idOf } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import {
  deleteProvisioned,
  findPhoneSystem,
  forgetOldPhoneSystems,
  forgetPhoneSystem,
  holdPhoneSystem,
  insertPhoneSystem,
  insertUnknown,
  lockMarking,
  lockPhoneSystem,
  type PhoneWork,
  releasePhoneSystem,
  selectPhoneWork,
  selectTrunkWork,
  selectUnwanted,
  type TrunkWork,
  upsertProvisioned,
} from './provision-queries.ts';
import { phoneParty, trunkParty } from './to-party.ts';

// Keeps telephone systems provisioned with all trunks and phones, from any number of nodes. Each system has a row; a node that
// writes to the system holds that row and reads the wanted state afterwards, so old data never overwrites newer data. A mark in
// the system itself, renewed with each change, shows whether it still has everything that the database expects.
//
//   hold the row, with a new stamp and the names to write ──► write ──► mark the system ──► record what it accepted
//
// No transaction is open while a node writes. A node that dies before the mark leaves a system with an old mark; one that dies
// after it leaves names whose state in the system is unknown. In both cases they are written again, or removed.

/** Finds changes without a notification, and systems that were unreachable. */
const lookEvery = 5_000;
/** A new system with thousands of parties is written in batches that finish before the hold on the row expires. */
const mostParties = 100;
const mostMilliseconds = 3_000;
const atOnce = 8;
const stopPatience = 2_000;
/** Raise this number when the description of parties changes, so that systems that are already provisioned get the new one. */
const shape = 3;

export type ProvisionParts = { systems: PhoneSystem[]; box: SecretBox; log: Logger };

export function provision(db: Database, { systems, box, log }: ProvisionParts) {
  const provisioners = systems.map((system) => provisioner(db, system, box, log));
  const watches = systems.map((system) => system.watchPhones(log));
  return {
    /** Something has changed. */
    wake(): void {
      for (const { wake } of provisioners) wake();
    },
    async stop(): Promise<void> {
      for (const stopWatching of watches) stopWatching();
      await Promise.all(provisioners.map(({ stop }) => stop()));
    },
  };
}

function provisioner(db: Database, system: PhoneSystem, box: SecretBox, log: Logger) {
  let isFailing = false;
  const context: ProvisioningContext = { db, system, box, log, isStopped: false, ownStamp: undefined };

  async function writeAll(): Promise<void> {
    if (context.isStopped) return;
    try {
      while (!context.isStopped && (await writeBatch(context)) !== 'nothing more');
      if (isFailing) log('provisioning.recovered', { asterisk: system.name });
      isFailing = false;
    } catch (error) {
      if (!isFailing && !context.isStopped) log('provisioning.failed', { asterisk: system.name, err: error });
      isFailing = true;
    }
  }

  const writing = wakeable({ work: writeAll, lookIn: () => lookEvery });
  return {
    wake: writing.wake,
    async stop() {
      context.isStopped = true;
      // The next node repeats the writes that can no longer be recorded.
      await Promise.race([writing.stop(), pause(stopPatience, undefined, { ref: false })]);
    },
  };
}

type ProvisioningContext = {
  db: Database;
  system: PhoneSystem;
  box: SecretBox;
  log: Logger;
  isStopped: boolean;
  /** The stamp of unrecorded writes. After a failure they may still arrive late, over newer writes of another node. */
  ownStamp: string | undefined;
};

/** Writes one batch of changes to a system. */
async function writeBatch(context: ProvisioningContext): Promise<'more' | 'again' | 'nothing more'> {
  const { db, system } = context;
  const seen = await system.readMark();
  const begun = await db.transaction((tx) => begin(tx, context, seen));
  if (begun === 'more') context.ownStamp = undefined;
  if (typeof begun === 'string') return begun;

  const { before, mark, work } = begun;
  const written = await writeParties(context, work);
  // The system must have answered in time and still have its mark; otherwise it may have lost what was written.
  const now = await system.readMark();
  if (now?.stamp !== before.stamp)
    throw new Error('Asterisk has lost its mark while it was told of trunks and phones.');
  await system.writeMark(mark);
  await db.transaction((tx) => recordWritten(tx, mark, written));
  context.ownStamp = undefined;
  for (const { work, fault } of written) if (fault) logFault(context, work, fault);
  return 'more';
}

/** Holds a system and reads its work; an unknown system is registered first. */
async function begin(tx: Tx, context: ProvisioningContext, seen: Mark | undefined) {
  const { system } = context;
  const before = await lockSystem(tx, context, seen);
  if (before === 'another node is at it') return 'nothing more';
  if (before === 'not known') return registerSystem(tx, system, seen);

  const { phoneSystemId } = before;
  const phone_system_id = phoneSystemId;
  const work = await findWork(tx, phone_system_id);
  if (work.length === 0) return 'nothing more';
  const stamp = randomUUID();
  context.ownStamp = stamp;
  await holdPhoneSystem.run(tx, { phone_system_id, stamp });
  await insertUnknown.run(tx, { phone_system_id, names: work.map(({ name }) => name) });
  return { before, mark: { phoneSystemId, stamp }, work };
}

/** Locks the row of a system and returns its mark, unless the mark is unknown or not the expected one. */
async function lockSystem(
  tx: Tx,
  { system, ownStamp }: ProvisioningContext,
  seen: Mark | undefined,
): Promise<Mark | 'not known' | 'another node is at it'> {
  if (!seen) return 'not known';
  const key = { phone_system_id: seen.phoneSystemId };
  const row = await lockPhoneSystem.first(tx, key);
  if (!row) return (await findPhoneSystem.first(tx, key)) ? 'another node is at it' : 'not known';
  if (row.is_held && row.stamp !== ownStamp) return 'another node is at it';
  if (ownStamp !== undefined) return 'not known';
  // Another node may have written between our read and our lock.
  const mark = row.stamp === seen.stamp ? seen : await system.readMark();
  return mark?.stamp === row.stamp ? mark : 'not known';
}

/** Gives a new mark to a system that has none, or has lost something. Its contents are now unknown. */
async function registerSystem(tx: Tx, system: PhoneSystem, seen: Mark | undefined): Promise<'more' | 'again'> {
  await lockMarking.run(tx, {});
  const mark = await system.readMark();
  if (mark?.stamp !== seen?.stamp) return 'again'; // Another node was faster.
  await forgetOldPhoneSystems.run(tx, {});
  const before = mark ? await forgetPhoneSystem.all(tx, { phone_system_id: mark.phoneSystemId }) : [];
  const names = new Set([...before.map(({ name }) => name), ...(await system.names())]);
  const registered = { phoneSystemId: idOf('phone_system', randomUUID()), stamp: randomUUID() };
  const phone_system_id = registered.phoneSystemId;
  await insertPhoneSystem.run(tx, { phone_system_id, stamp: registered.stamp });
  await insertUnknown.run(tx, { phone_system_id, names: [...names] });
  await system.writeMark(registered);
  return 'more';
}

type Work =
  | ({ kind: 'trunk' } & TrunkWork)
  | ({ kind: 'phone' } & PhoneWork)
  /** The trunk or phone no longer exists. */
  | { kind: 'gone'; name: string };

/** Trunks come before phones: there are few, and all calls need one. */
async function findWork(tx: Tx, phone_system_id: Id<'phone_system'>): Promise<Work[]> {
  const most = mostParties;
  const gone = await selectUnwanted.all(tx, { phone_system_id, most });
  const trunks = await selectTrunkWork.all(tx, { phone_system_id, shape, most });
  const phones = await selectPhoneWork.all(tx, { phone_system_id, shape, most });
  const work = [
    ...gone.map((row) => ({ kind: 'gone' as const, ...row })),
    ...trunks.map((row) => ({ kind: 'trunk' as const, ...row })),
    ...phones.map((row) => ({ kind: 'phone' as const, ...row })),
  ];
  return work.slice(0, most);
}

type Written = { work: Work; fault: string | undefined };

async function writeParties(context: ProvisioningContext, work: Work[]): Promise<Written[]> {
  const deadline = performance.now() + mostMilliseconds;
  const waiting = work.values();
  const written: Written[] = [];
  const writeInTurn = async () => {
    for (const one of waiting) {
      written.push({ work: one, fault: await writeParty(context, one) });
      if (performance.now() > deadline || context.isStopped) return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, writeInTurn));
  return written;
}

/** Returns why the system refuses the party. */
async function writeParty({ system, box }: ProvisioningContext, work: Work): Promise<string | undefined> {
  if (work.kind === 'gone') {
    await system.remove(work.name);
    return undefined;
  }
  let party: Party;
  try {
    party = work.kind === 'trunk' ? trunkParty(work, box) : phoneParty(work, box);
  } catch {
    return 'its secret in the database cannot be opened with the key for secrets; set it anew';
  }
  return system.put(party);
}

async function recordWritten(
  tx: Tx,
  { phoneSystemId: phone_system_id, stamp }: Mark,
  written: Written[],
): Promise<void> {
  if (!(await releasePhoneSystem.first(tx, { phone_system_id, stamp })))
    throw new Error('It took so long to tell Asterisk of trunks and phones that another node does it now.');
  const gone = written.flatMap(({ work }) => (work.kind === 'gone' ? [work.name] : []));
  const there = written.flatMap(({ work, fault }) => (work.kind === 'gone' ? [] : [{ ...work, fault }]));
  await deleteProvisioned.run(tx, { phone_system_id, names: gone });
  await upsertProvisioned.run(tx, {
    phone_system_id,
    shape,
    names: there.map(({ name }) => name),
    digests: there.map(({ digest }) => digest.toString('hex')),
    faults: there.map(({ fault }) => fault ?? ''),
  });
}

/** A fault is logged once, although the write is retried. */
function logFault({ log, system }: ProvisioningContext, work: Work, fault: string): void {
  if (work.kind === 'gone' || work.known_fault === fault) return;
  const { kind, name, tenant_id } = work;
  log('provisioning.refused', { asterisk: system.name, tenant_id, [kind]: name, reason: fault });
}
