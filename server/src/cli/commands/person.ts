import { open, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { erasureParts } from '../../compose/persons.ts';
import { recordingStores } from '../../compose/recordings.ts';
import { readConfig } from '../../config.ts';
import { customersOf } from '../../customers/erase-customers.ts';
import type { Database } from '../../database/connect.ts';
import { recordAudit } from '../../http/audit.ts';
import { beginErasure, erasureDetails } from '../../persons/begin-erasure.ts';
import type { ErasureParts } from '../../persons/erase-batch.ts';
import { exportPerson } from '../../persons/export-person.ts';
import { findPerson, type SoughtPerson, soughtNumber } from '../../persons/find-person.ts';
import { type Counts, previewErasure } from '../../persons/preview-erasure.ts';
import { findErasure } from '../../persons/queries.ts';
import { runErasure } from '../../persons/run-erasure.ts';
import { codeOf } from '../../platform/error-code.ts';
import { namingFullDisk } from '../../platform/full-disk.ts';
import type { CustomerId, TenantId } from '../../platform/ids.ts';
import { unreadableNumber } from '../../platform/phone-number.ts';
import { existingTenant } from '../../tenants/existing-tenant.ts';
import { personErase, personExport } from '../definitions/person.ts';
import { withDatabase } from '../installation/open-database.ts';
import { command, type Terminal } from '../terminal/command.ts';
import { confirm } from '../terminal/confirm.ts';
import { UsageFault } from '../terminal/options.ts';
import { asTable } from '../terminal/print.ts';

export const commands = [
  command(personErase, async ({ tenant, yes, ...given }, terminal) =>
    withPerson(terminal, tenant, given, async (db, parts, sought) => {
      if (!yes) await askFirst(db, parts, terminal, tenant, sought);
      const { erasure_id } = await db.transaction(async (tx) => {
        const begun = await beginErasure(tx, { tenantId: tenant, kind: 'live' }, sought, null);
        const entry = { action: 'person.erased', subject: `${begun.erasure_id}`, details: erasureDetails(sought) };
        await recordAudit(tx, { tenantId: tenant }, { ...entry, ip: null });
        return begun;
      });
      await runErasure(db, parts, { tenantId: tenant, erasureId: erasure_id });
      const { finished_at, ...counts } = await findErasure.one(db, { tenant_id: tenant, erasure_id });
      if (given.phone !== undefined && finished_at && isNothing(counts)) terminal.err(nothingUnder('erase'));
      return {
        facts: { erasure_id, status: finished_at ? 'finished' : 'running', ...factsOf(counts) },
        ...(!finished_at && {
          note: 'The server finishes it: some recordings are in a store that is not set up here.',
        }),
      };
    }),
  ),
  command(personExport, async ({ tenant, out = 'person-export.json', ...given }, terminal) =>
    withPerson(terminal, tenant, given, async (db, parts, sought) => {
      const person = await findPerson(db, tenant, sought);
      const ofCalls = { calls: 0, recordings: 0, recordings_missing: 0 };
      const exported = { customers: 0, ...ofCalls, kept_answers: 0, blocked_numbers: 0 };
      // ./trunkline runs in the folder of the program; INIT_CWD is the folder in which it was typed.
      const file = resolve(terminal.environment.INIT_CWD ?? '.', out);
      await writeNew(file, exportPerson(db, parts, tenant, person, exported));
      if (given.phone !== undefined && Object.values(exported).every(isZero)) terminal.err(nothingUnder('export'));
      return {
        facts: { file, ...exported },
        ...(exported.recordings_missing > 0 && {
          note: 'Some recordings are on another machine. Run the command there, or move recordings to a store.',
        }),
      };
    }),
  ),
];

const isZero = (count: number) => count === 0;
const isNothing = ({ erased, kept }: Counts) => [...Object.values(erased), ...Object.values(kept)].every(isZero);

const nothingUnder = (what: 'erase' | 'export') =>
  `Nothing to ${what} was found under this number. Check its digits and its country code.\n`;

type Given = { customer: CustomerId | undefined; phone: string | undefined };
type Work<T> = (db: Database, parts: ErasureParts, sought: SoughtPerson) => Promise<T>;

function withPerson<T>({ environment }: Terminal, tenantId: TenantId, given: Given, work: Work<T>): Promise<T> {
  const { customer, phone } = given;
  if ((customer === undefined) === (phone === undefined)) throw new UsageFault('Add either --customer or --phone.');
  return withDatabase(environment, async (db) => {
    const stores = recordingStores(readConfig(environment));
    try {
      const { default_country } = await existingTenant(db, tenantId);
      return await work(db, erasureParts(stores), await soughtIn(db, tenantId, given, default_country));
    } finally {
      await stores.s3?.close();
    }
  });
}

async function soughtIn(db: Database, tenantId: TenantId, { customer, phone = '' }: Given, country: string | null) {
  if (customer === undefined) {
    const sought = await soughtNumber(db, tenantId, phone, country);
    if (sought === undefined) throw new UsageFault(unreadableNumber('--phone', country).message);
    return sought;
  }
  const sought = { customerId: customer };
  if ((await customersOf(db, tenantId, sought)).length === 0)
    throw new Error(`The tenant ${tenantId} has no customer ${customer}.`);
  return sought;
}

async function askFirst(
  db: Database,
  { answers }: ErasureParts,
  terminal: Terminal,
  tenantId: TenantId,
  sought: SoughtPerson,
): Promise<void> {
  const { isComplete, ...counts } = await previewErasure(db, answers, tenantId, await findPerson(db, tenantId, sought));
  terminal.err(`This will be erased:\n${asTable({ facts: factsOf(counts) }, terminal.screen)}`);
  if (!isComplete) terminal.err('Events, deliveries and kept answers may be more: there are too many to count all.\n');
  await confirm(terminal, false, 'Erase all of it? This cannot be undone.');
}

const factsOf = ({ erased, kept }: Counts) => ({
  ...erased,
  kept_blocked_numbers: kept.blocked_numbers,
  kept_other_customers: kept.other_customers,
});

/** Never overwrites a file, and leaves no part of one. */
async function writeNew(path: string, pieces: AsyncIterable<string>): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    throw explainOpening(error, path) ?? namingFullDisk(error, path);
  });
  try {
    for await (const piece of pieces) await file.appendFile(piece);
    await file.sync();
    await file.close();
  } catch (error) {
    await file.close().catch(() => {});
    await rm(path, { force: true });
    throw namingFullDisk(error, path);
  }
}

function explainOpening(error: unknown, path: string): Error | undefined {
  const noFolder = `There is no folder ${dirname(path)}. Create it, or choose another file with --out.`;
  const reasons: Record<string, string> = {
    EEXIST: `The file ${path} exists. Choose another one with --out.`,
    ENOENT: noFolder,
    ENOTDIR: noFolder,
  };
  const reason = reasons[codeOf(error)];
  return reason === undefined ? undefined : new Error(reason, { cause: error });
}
