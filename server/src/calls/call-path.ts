import type { Queryable } from '../database/sql.ts';
import type { Caller } from '../platform/caller.ts';
import { decodeId } from '../platform/ids.ts';
import type { findCall } from './queries.ts';

/** The call that a path names, if the key may see it. */
export function callIn<By extends Pick<typeof findCall, 'first'>>(
  by: By,
  db: Queryable,
  { tenantId, kind }: Pick<Caller, 'tenantId' | 'kind'>,
  callId: string | undefined,
): ReturnType<By['first']> | Promise<undefined> {
  const call_id = decodeId('call', callId ?? '');
  if (call_id === undefined) return Promise.resolve(undefined);
  return by.first(db, { tenant_id: tenantId, is_test: kind === 'test', call_id }) as ReturnType<By['first']>;
}
