import type { Tx } from '../database/connect.ts';
import { recordEvents } from '../events/record-events.ts';
import { callRefOf } from '../platform/call-ref.ts';
import type { Caller } from '../platform/caller.ts';
import type { ProjectId, StaffId } from '../platform/ids.ts';
import { isStoredAs } from '../platform/is-stored-as.ts';
import { keysOf } from '../platform/keys-of.ts';
import { maskNumber } from '../platform/mask.ts';
import { parsePhoneNumber } from '../platform/phone-number.ts';
import type { Detail } from '../platform/problem.ts';
import { metadataFaults } from './read-new-call.ts';
import { callEvent } from './state/call-event.ts';
import type { CallRow } from './state/call-row.ts';
import { latest } from './state/call-state.ts';
import { writeNoted } from './state/call-texts.ts';
import type { LockedCall } from './state/lock-calls.ts';
import { writeAnnotation } from './state/queries.ts';
import { updatedAt } from './state/updated-at.ts';

type Annotation = {
  note?: string | null | undefined;
  tags?: string[] | null | undefined;
  outcome?: string | null | undefined;
  metadata?: object | null | undefined;
};

/** Fields that cannot change: a client may send them back as it has read them. */
type Fixed = {
  external_id?: string | null | undefined;
  staff_id?: StaffId | null | undefined;
  project_id?: ProjectId | undefined;
  phone_number?: string | null | undefined;
};
export type CallChange = Annotation & Fixed;

/**
 * Writes down what was sent about a call, in this transaction; the caller of this function has locked the call. Fields that were
 * not sent stay, and a change that changes nothing leaves no trace.
 */
export async function annotateCall(tx: Tx, call: LockedCall, sent: CallChange, now: Date): Promise<void> {
  const change = annotationIn(sent);
  if (keysOf(change).every((name) => isStoredAs(call[name], change[name]))) return;
  const annotated_at = latest(now, updatedAt(call));
  const changed = { ...call, ...change, annotated_at, sequence: call.sequence + 1 };
  if (call.note !== changed.note) await writeNoted(tx, callRefOf(call), changed.note);
  tx.alongCommit(writeAnnotation.run(tx, changed));
  tx.alongCommit(recordEvents(tx, call.tenant_id, [callEvent('call.updated', changed)]));
}

/** The annotation among the fields that were sent. A call without tags has null in its row. */
function annotationIn({ note, tags, outcome, metadata }: Annotation) {
  return {
    ...(note !== undefined && { note }),
    ...(tags !== undefined && { tags: tags?.length ? tags : null }),
    ...(outcome !== undefined && { outcome }),
    ...(metadata !== undefined && { metadata }),
  };
}

/** Finds faults that the schema cannot. Fields with known faults are not among those sent. */
export function annotationFaults(caller: Caller, call: CallRow, sent: CallChange): Detail[] {
  return [...metadataFaults(sent.metadata), ...fixedFaults(call, sent, caller)];
}

function fixedFaults(call: CallRow, sent: Fixed, caller: Caller): Detail[] {
  const { phone_number, ...others } = sent;
  const changed = (['external_id', 'staff_id', 'project_id'] as const).filter(
    (name) => others[name] !== undefined && others[name] !== call[name],
  );
  const isOther = phone_number !== undefined && !isNumberOf(call, phone_number, caller);
  return [...changed, ...(isOther ? ['phone_number'] : [])].map((field) => {
    const message = `${field} of a call cannot be changed. Leave it out, or send its current value.`;
    return { field, code: 'immutable', message };
  });
}

/**
 * Whether the text is the number of the call: as stored, masked, or written in another way. For a key that may not read calls, any
 * number with the same mask is: otherwise it could find out the number by trying.
 */
function isNumberOf(call: CallRow, sent: string | null, { scopes, defaultCountry }: Caller): boolean {
  if (sent === null || call.phone_number === null) return sent === call.phone_number;
  const mask = maskNumber(call.phone_number);
  const number = parsePhoneNumber(sent, defaultCountry);
  if (!scopes.has('calls:read')) return sent === mask || maskNumber(number ?? sent) === mask;
  return sent === call.phone_number || sent === mask || (call.e164 !== null && number === call.e164);
}
