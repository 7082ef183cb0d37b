import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import type { PartyState, PhoneSystem } from '../engine/phone-system.ts';
import { readPartyStates } from '../engine/read-party-states.ts';
import { byId } from '../http/input/path-id.ts';
import { ok, readOperation, writeOperation } from '../http/operation.ts';
import { pagedList } from '../http/paged-list.ts';
import type { Id, TenantId } from '../platform/ids.ts';
import type { SipRegistrar } from '../platform/network/sip-registrar.ts';
import { present } from '../platform/present.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { refuseTelephony } from '../tenants/refuse-telephony.ts';
import { changeStaff } from './change-staff.ts';
import { createStaff } from './create-staff.ts';
import { findStaff, listEverStaff, listStaffOfProjects, type StaffRow } from './queries.ts';
import { renewAccount } from './renew-account.ts';
import {
  AccountAnswer,
  examples,
  NewStaffSchema,
  StaffAnswer,
  StaffChangeSchema,
  StaffFilters,
  StaffIdSchema,
  StaffList,
  staffTag as tag,
} from './schema.ts';
import { createSoftphoneLink } from './softphone-link.ts';
import { leadsElsewhere, maskPhone } from './staff-phone.ts';

export type StaffParts = {
  box: SecretBox;
  systems: PhoneSystem[];
  /** Undefined if the operator has not set it. */
  registrar: SipRegistrar | undefined;
  publicUrl: string;
};

export const staffRoutes = (db: Database, parts: StaffParts) => async (app: FastifyInstance) => {
  app.route(list(db, parts));
  app.route(create(db));
  app.route(get(db, parts));
  app.route(change(db));
  app.route(makeAccount(db, parts));
};

const findIn = byId('staff', (db, tenant_id, staff_id) => findStaff.first(db, { tenant_id, staff_id }));

const list = (db: Database, { systems }: StaffParts) =>
  pagedList(db, {
    url: '/staff',
    operationId: 'listStaff',
    summary: 'List staff',
    description:
      'Returns the staff members of the tenant, ordered by `staff_id`, with the state of their phones. Phone numbers are masked. A supervisor sees only the names of the staff of their projects.',
    tag,
    answer: { description: 'One page of staff members.', schema: StaffList, example: examples.staff },
    filters: StaffFilters,
    list: listEverStaff,
    listForSupervisors: listStaffOfProjects,
    keep: ({ is_past }, { include_removed }) => !is_past || include_removed === true,
    show: async (members) => {
      const data = await withStates(systems, members);
      return data.map((member) => ({ ...member, phone: member.phone && maskPhone(member.phone) }));
    },
  });

const create = (db: Database) =>
  writeOperation(db, {
    method: 'POST',
    url: '/staff',
    role: 'administrator',
    changesTelephony: 'perhaps',
    operationId: 'createStaff',
    summary: 'Create a staff member',
    description:
      'Adds a staff member. Without a phone, the staff member cannot make or take calls: send `phone`, or create a SIP account for a softphone or desk phone next.',
    tag,
    body: NewStaffSchema,
    bodyExamples: { number: { summary: 'With a phone number', value: examples.sent } },
    answers: {
      201: { description: 'The created staff member.', schema: StaffAnswer, example: { data: examples.created } },
    },
    audit: { action: 'staff.created', subject: 'created' },
    write: async (tx, { caller, body: { name, phone } }) => {
      const { tenantId } = caller;
      const staffId = await createStaff(tx, tenantId, { name, phone: phone ?? undefined });
      const member = await memberNow(tx, tenantId, staffId);
      if (leadsElsewhere(member.phone)) refuseTelephony(caller);
      return { status: 201, body: { data: member } };
    },
  });

const get = (db: Database, { systems }: StaffParts) =>
  readOperation(db, {
    method: 'GET',
    url: '/staff/:staffId',
    role: 'viewer',
    operationId: 'getStaff',
    summary: 'Get a staff member',
    description: 'Returns one staff member with the full phone number and the state of the phone.',
    tag,
    path: { staffId: StaffIdSchema },
    answers: { 200: { description: 'The staff member.', schema: StaffAnswer, example: { data: examples.staff } } },
    find: findIn,
    read: async (_db, { found }) => ok({ data: present((await withStates(systems, [found]))[0]) }),
  });

const change = (db: Database) =>
  writeOperation(db, {
    method: 'PUT',
    url: '/staff/:staffId',
    role: 'administrator',
    changesTelephony: 'perhaps',
    operationId: 'updateStaff',
    summary: 'Update a staff member',
    description:
      'Changes only the fields that you send. An inactive staff member (`is_active` false) receives no calls, and the phone can no longer register. Calls and reports keep the name.',
    tag,
    path: { staffId: StaffIdSchema },
    body: StaffChangeSchema,
    bodyExamples: { leave: { summary: 'Deactivate a staff member', value: { is_active: false } } },
    answers: {
      200: { description: 'The updated staff member.', schema: StaffAnswer, example: { data: examples.staff } },
    },
    find: findIn,
    audit: { action: 'staff.changed', subject: 'path' },
    write: async (tx, { caller, found: { staff_id }, body }) => {
      const { tenantId } = caller;
      if (leadsElsewhere(await changeStaff(tx, tenantId, staff_id, body))) refuseTelephony(caller);
      return ok({ data: await memberNow(tx, tenantId, staff_id) });
    },
  });

const makeAccount = (db: Database, { box, registrar, publicUrl }: StaffParts) =>
  writeOperation(db, {
    method: 'POST',
    url: '/staff/:staffId/account',
    role: 'administrator',
    operationId: 'makeStaffAccount',
    summary: 'Create or reset a SIP account',
    description:
      'Creates the SIP account of a staff member, or gives an existing account a new password. The response contains the values to enter in a softphone or desk phone; the password is never returned again. A new account also becomes the phone of the staff member. After a reset, the phone must register with the new password.\n\n`registrar` is where the phone registers; null if the operator has not set `SIP_REGISTRAR`. `softphone_link` sets up the app Linphone, which reads it as a QR code. It works once, for ten minutes, and until the next reset.',
    tag,
    path: { staffId: StaffIdSchema },
    answers: {
      200: {
        description: 'The SIP account, with its password.',
        schema: AccountAnswer,
        example: { data: examples.account },
      },
    },
    answersSecret: box,
    find: findIn,
    audit: { action: 'staff.account_renewed', subject: 'path' },
    write: async (tx, { caller: { tenantId }, found: { staff_id }, origin }) => {
      const account = await renewAccount(tx, tenantId, staff_id, box);
      const link = registrar && (await createSoftphoneLink(tx, tenantId, staff_id, publicUrl || origin));
      return ok({ data: { staff_id, ...account, registrar: registrar ?? null, ...(link ?? noLink) } });
    },
  });

const noLink = { softphone_link: null, softphone_link_expires_at: null };

async function withStates(systems: PhoneSystem[], members: ShownRow[]) {
  const stateOf = await readPartyStates(
    systems,
    members.flatMap(({ username }) => username ?? []),
  );
  return members.map((member) => shown(member, stateOf));
}

/**
 * After a change the state of the phone is unknown: no transaction waits for a telephone system, which gets the change later.
 */
async function memberNow(db: Queryable, tenantId: TenantId, staffId: Id<'staff'>) {
  const member = await findStaff.one(db, { tenant_id: tenantId, staff_id: staffId });
  return shown(member, () => 'unknown');
}

/** Only lists may have removed ones. */
type ShownRow = StaffRow & { removed_at?: Date | null; is_past?: boolean };

function shown(
  { is_active, created_at, removed_at = null, is_past: _, ...member }: ShownRow,
  stateOf: (username: string) => PartyState,
) {
  return { ...member, state: member.username && stateOf(member.username), is_active, created_at, removed_at };
}
