import { encodeId } from '../../platform/ids.ts';
import { maskNumber } from '../../platform/mask.ts';
import type { CallRow } from './call-row.ts';

/** The list item of a call, with its number masked. */
export function callItem(call: Pick<CallRow, (typeof itemColumns)[number]>) {
  const { call_type, status, staff_id, project_id, ended_at, duration_seconds, external_id } = call;
  return {
    call_id: encodeId('call', call.call_id),
    call_type,
    status,
    phone_number: call.phone_number && maskNumber(call.phone_number),
    staff_id,
    project_id,
    started_at: startedAt(call),
    ended_at,
    duration_seconds,
    external_id,
  };
}

/** The columns that a list item needs. */
export const itemColumns = [
  'call_id',
  'call_type',
  'status',
  'phone_number',
  'staff_id',
  'project_id',
  'initiated_at',
  'dialled_at',
  'answered_at',
  'ended_at',
  'duration_seconds',
  'external_id',
] as const;

/** The time of the answer, otherwise the start of dialing; never before the initiation, even if a clock was set back. */
const startedAt = ({ answered_at, initiated_at, dialled_at }: Pick<CallRow, (typeof itemColumns)[number]>) =>
  answered_at ?? (dialled_at && dialled_at < initiated_at ? initiated_at : dialled_at);
