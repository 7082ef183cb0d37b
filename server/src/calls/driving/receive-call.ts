import type { Tx } from '../../database/connect.ts';
import type { EngineEvent, Refusal } from '../../engine/engine.ts';
import { recordEvents } from '../../events/record-events.ts';
import { type CallRef, callKeyOf } from '../../platform/call-ref.ts';
import type { NodeId } from '../../platform/ids.ts';
import { readTrunkEndpoint } from '../../trunks/trunk-endpoint.ts';
import { mayRing } from '../limits/destinations.ts';
import { callEvent } from '../state/call-event.ts';
import type { CallRow } from '../state/call-row.ts';
import { type CallSettings, insertInboundCall, insertReturnedCall } from '../state/queries.ts';
import { anonymous, readingsOf, shownNumber } from './called-number.ts';
import { findCalledProjects, isTrunkUser, listOwnerCountries, selectRingable } from './inbound-queries.ts';

/** At most this many phones ring for one call. */
const mostRung = 50;

export type Arrival = Extract<EngineEvent, { kind: 'arrived' }>;

export type ReceivedCall = CallRow & CallSettings & { is_all_staff_busy: boolean };

/** The outcome of an arrival. */
export type Reception =
  | { kind: 'received'; call: ReceivedCall }
  | { kind: 'refused'; why: Refusal }
  | { kind: 'known already' };

/** Inserts an inbound call in this transaction, unless it was inserted before. */
export async function receiveCall(tx: Tx, nodeId: NodeId, { ref, from, to }: Arrival): Promise<Reception> {
  const arrival = { ref, node_id: nodeId, traceparent: tx.trace?.begin('receive call') ?? null };
  if ('returns' in to) return initiated(tx, await returned(tx, arrival, from, to.returns), simulated);
  const project = await projectOf(tx, to);
  if (!project) return { kind: 'refused', why: 'number_unknown' };
  const phone_number = shownNumber(from);
  if (phone_number === anonymous && !project.accepts_anonymous) return { kind: 'refused', why: 'anonymous' };

  const { tenant_id, project_id, default_country, allowed_countries } = project;
  const staff = await selectRingable.all(tx, { tenant_id, project_id });
  const ringable = staff.filter(({ phone }) => phone !== null && mayRing(phone, allowed_countries));
  const rung = ringable.filter(({ is_busy }) => !is_busy).slice(0, mostRung);
  const staff_ids = rung.map(({ staff_id }) => staff_id);
  const [first = null, ...others] = staff_ids;
  const [reading] = readingsOf(phone_number, default_country === null ? [] : [default_country]);
  const row = await insertInboundCall.first(tx, {
    ...{ ...arrival, tenant_id, is_test: false, project_id, rung: staff_ids, phone_number },
    e164: reading?.number ?? null,
    // If only one staff member is rung, the call is assigned to that person, who has missed it if it is not answered.
    staff_id: others.length === 0 ? first : null,
  });
  return initiated(tx, row, {
    ...project,
    staff_ids,
    staff_phones: rung.flatMap(({ phone }) => phone ?? []),
    is_all_staff_busy: rung.length === 0 && ringable.length > 0,
  });
}

type Settings = CallSettings & { is_all_staff_busy: boolean };

/** A simulated call rings no phone. */
const simulated: Settings = {
  staff_ids: [],
  staff_phones: [],
  caller_id: null,
  trunk_id: null,
  ring_strategy: 'all',
  records_calls: true,
  announces_recording: false,
  has_voicemail: false,
  language: 'en',
  is_all_staff_busy: false,
};

type ArrivalRow = { ref: string; node_id: NodeId; traceparent: string | null };

function returned(tx: Tx, arrival: ArrivalRow, from: string, returns: CallRef) {
  const { call_id: returned_call_id, ...owner } = callKeyOf(returns);
  return insertReturnedCall.first(tx, { ...arrival, ...owner, returned_call_id, from });
}

async function initiated(tx: Tx, row: CallRow | undefined, settings: Settings): Promise<Reception> {
  if (!row) return { kind: 'known already' };
  const call = { ...settings, ...row };
  await recordEvents(tx, call.tenant_id, [callEvent('call.initiated', call)]);
  return { kind: 'received', call };
}

/** Any other user name leads to no project by itself. */
const looksLikeNumber = /^[\d.+-]+$/;

/**
 * The project that is called. The request names the number, or else the user name with which the trunk registered, and then To
 * has the number. A user name may look like a number itself, and be one of several.
 */
async function projectOf(tx: Tx, { number, numberInTo = '', trunk }: Extract<Arrival['to'], { number: string }>) {
  const trunkId = trunk === null ? undefined : readTrunkEndpoint(trunk);
  const mayBeUser = number !== numberInTo && looksLikeNumber.test(number);
  const isUser =
    trunkId !== undefined && mayBeUser && (await isTrunkUser.one(tx, { number, trunk_id: trunkId })).is_user;
  const [first, second] = isUser ? [numberInTo, number] : [number, numberInTo];
  return (await calledProject(tx, first, trunk)) ?? (await calledProject(tx, second, trunk));
}

/**
 * The project that a number leads to. A tenant's trunk brings calls for all tenants with a trunk to the same host; the
 * telephone system's own trunk (null) brings calls for all tenants; any other trunk brings none.
 */
async function calledProject(tx: Tx, number: string, trunk: string | null) {
  const trunk_id = trunk === null ? null : readTrunkEndpoint(trunk);
  if (trunk_id === undefined) return undefined;
  const owners = number.startsWith('+') ? [] : await listOwnerCountries.all(tx, { trunk_id });
  const countries = owners.flatMap(({ default_country }) => default_country ?? []);
  const readings = readingsOf(number, countries);
  const numbers = readings.map((reading) => reading.number);
  const found = await findCalledProjects.all(tx, { numbers, trunk_id });
  // A number is read as its owner would write it. If owners in several countries match, none gets the call, so that no tenant
  // receives another tenant's caller.
  const meant = readings.flatMap(({ number, country }) => {
    const project = found.find((one) => one.number === number);
    return project && (country === null || country === project.default_country) ? [{ ...project, country }] : [];
  });
  const [likeliest] = meant;
  const isClear = likeliest?.country === null || meant.filter(({ country }) => country !== null).length === 1;
  return isClear ? likeliest : undefined;
}
