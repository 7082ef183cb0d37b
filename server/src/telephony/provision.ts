import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Tx } from '../database/connect.ts';
import type { Mark, Party, PhoneSystem } from '../engine/phone-system.ts';
import type { Logger } from '../platform/log.ts';
import { recurring } from '../platform/recurring.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { phoneParty, trunkParty } from './party.ts';
import {
  deleteProvisioned,
  findPhoneSystem,
  forgetOldPhoneSystems,
  insertPhoneSystem,
  insertUnknown,
  lockMarking,
  lockPhoneSystem,
  type PhoneWork,
  restampPhoneSystem,
  selectPhoneWork,
  selectTrunkWork,
  selectUnwanted,
  type TrunkWork,
  upsertProvisioned,
} from './provision-queries.ts';

// Keeps telephone systems told of all trunks and phones, from any number of nodes. Each system has a row, and whoever tells
// it something holds that row and reads what is wanted afterwards: nothing old is ever put over something new. A mark in the
// system itself, another one after each change, says whether it still has all that the database thinks it has.

/** For what nobody announced, and for systems that were away. */
const lookEvery = 5_000;
/** A transaction stays short, though a new system is told of thousands. PostgreSQL ends one that rests for ten seconds. */
const mostParties = 100;
const mostMilliseconds = 3_000;
const atOnce = 8;
const stopPatience = 2_000;
/** A change in how parties are described reaches systems that have been told already when this number is raised. */
const shape = 2;

export type ProvisionParts = { systems: PhoneSystem[]; box: SecretBox; log: Logger };

export function provision(db: Database, { systems, box, log }: ProvisionParts) {
  const tellers = systems.map((system) => teller(db, system, box, log));
  return {
    /** Something has changed. */
    wake(): void {
      for (const { wake } of tellers) wake();
    },
    async stop(): Promise<void> {
      await Promise.all(tellers.map(({ stop }) => stop()));
    },
  };
}

function teller(db: Database, system: PhoneSystem, box: SecretBox, log: Logger) {
  let isWanted = false;
  let isStopped = false;
  let isFailing = false;
  let telling: Promise<void> | undefined;
  const desk: Desk = { db, system, box, log, isInDoubt: false };

  function wake(): void {
    isWanted = true;
    telling ??= tellAll();
  }

  async function tellAll(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false;
      try {
        while (!isStopped && (await tellSome(desk)) !== 'nothing more');
        if (isFailing) log.info({ asterisk: system.name }, 'Asterisk is told of trunks and phones again');
        isFailing = false;
      } catch (error) {
        const sentence = 'Asterisk cannot be told of trunks and phones; it will be tried again';
        if (!isFailing && !isStopped) log.warn({ asterisk: system.name, err: error }, sentence);
        isFailing = true;
      }
    }
    telling = undefined;
  }

  const stopLooking = recurring(
    () => lookEvery,
    async () => wake(),
  );
  return {
    wake,
    async stop() {
      isStopped = true;
      await stopLooking();
      // What is under way is lost with its transaction, and done again by the next one.
      await Promise.race([telling, pause(stopPatience, undefined, { ref: false })]);
    },
  };
}

type Desk = {
  db: Database;
  system: PhoneSystem;
  box: SecretBox;
  log: Logger;
  /** Something was told and not written down. It may arrive late, over what another node has told since. */
  isInDoubt: boolean;
};

/** Tells a system some of what it does not know yet. */
async function tellSome(desk: Desk): Promise<'more' | 'again' | 'nothing more'> {
  const { db, system, box, log } = desk;
  const mark = await system.readMark();
  const outcome = await db.transaction(async (tx) => {
    const held = await holdSystem(tx, system, mark);
    if (held === 'another node is at it') return 'nothing more';
    if (held === 'not known' || desk.isInDoubt) return meet(tx, system, mark);

    const phone_system_id = held.phoneSystemId;
    const work = await findWork(tx, phone_system_id);
    if (work.length === 0) return 'nothing more';
    desk.isInDoubt = true;
    const told = await tell(system, work, box);
    for (const { work, fault } of told) if (fault) logFault(log, system, work, fault);
    const stamp = randomUUID();
    await system.writeMark({ phoneSystemId: phone_system_id, stamp });
    await restampPhoneSystem.run(tx, { phone_system_id, stamp });
    await writeDown(tx, phone_system_id, told);
    return 'more';
  });
  if (outcome === 'more') desk.isInDoubt = false;
  return outcome;
}

/** The row of a system, unless it shows a mark of which nobody knows, or an older one than it should. */
async function holdSystem(
  tx: Tx,
  system: PhoneSystem,
  mark: Mark | undefined,
): Promise<Mark | 'not known' | 'another node is at it'> {
  if (!mark) return 'not known';
  const key = { phone_system_id: mark.phoneSystemId };
  const row = await lockPhoneSystem.first(tx, key);
  if (!row) return (await findPhoneSystem.first(tx, key)) ? 'another node is at it' : 'not known';
  // Another node may have put something in between our look and our lock.
  const isUpToDate = row.stamp === mark.stamp || row.stamp === (await system.readMark())?.stamp;
  return isUpToDate ? mark : 'not known';
}

/** Gives a new mark to a system that has none, or has lost something. What it has now is not known. */
async function meet(tx: Tx, system: PhoneSystem, seen: Mark | undefined): Promise<'more' | 'again'> {
  await lockMarking.run(tx, {});
  const mark = await system.readMark();
  if (mark?.stamp !== seen?.stamp) return 'again'; // Another node was faster.
  await forgetOldPhoneSystems.run(tx, {});
  const met = { phoneSystemId: randomUUID(), stamp: randomUUID() };
  const phone_system_id = met.phoneSystemId;
  await insertPhoneSystem.run(tx, { phone_system_id, stamp: met.stamp });
  await insertUnknown.run(tx, { phone_system_id, names: await system.names() });
  await system.writeMark(met);
  return 'more';
}

type Work =
  | ({ kind: 'trunk' } & TrunkWork)
  | ({ kind: 'phone' } & PhoneWork)
  /** Nobody wants it any more. */
  | { kind: 'gone'; name: string };

/** Trunks come before phones: there are few, and all calls need one. */
async function findWork(tx: Tx, phone_system_id: string): Promise<Work[]> {
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

type Told = { work: Work; fault: string | undefined };

async function tell(system: PhoneSystem, work: Work[], box: SecretBox): Promise<Told[]> {
  const deadline = performance.now() + mostMilliseconds;
  const waiting = work.values();
  const told: Told[] = [];
  const tellInTurn = async () => {
    for (const one of waiting) {
      told.push({ work: one, fault: await tellOne(system, one, box) });
      if (performance.now() > deadline) return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, tellInTurn));
  return told;
}

/** Gives why the system does not take it. */
async function tellOne(system: PhoneSystem, work: Work, box: SecretBox): Promise<string | undefined> {
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

async function writeDown(tx: Tx, phone_system_id: string, told: Told[]): Promise<void> {
  const gone = told.flatMap(({ work }) => (work.kind === 'gone' ? [work.name] : []));
  const there = told.flatMap(({ work, fault }) => (work.kind === 'gone' ? [] : [{ ...work, fault }]));
  await deleteProvisioned.run(tx, { phone_system_id, names: gone });
  await upsertProvisioned.run(tx, {
    phone_system_id,
    shape,
    names: there.map(({ name }) => name),
    digests: there.map(({ digest }) => digest.toString('hex')),
    faults: there.map(({ fault }) => fault ?? ''),
  });
}

/** Told once, though it is tried again and again. */
function logFault(log: Logger, system: PhoneSystem, work: Work, fault: string): void {
  if (work.kind === 'gone' || work.known_fault === fault) return;
  const { kind, name, tenant_id } = work;
  log.warn({ asterisk: system.name, tenant_id, [kind]: name }, `Asterisk does not take a ${kind}: ${fault}`);
}
