import type { Queryable } from '../database/sql.ts';
import { type CallRef, callKeyOf } from '../platform/call-ref.ts';
import { callDetail } from './call-answer.ts';
import { findCall } from './queries.ts';

/** A call in full, with its number unmasked and without a link to its recording. */
export async function readCallDetail(db: Queryable, call: CallRef) {
  const found = await findCall.first(db, { ...callKeyOf(call), project_ids: null });
  return found && callDetail(found);
}
