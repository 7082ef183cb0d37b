import { type CallId, idOf, type TenantId } from './ids.ts';

// A call has one identity. Only this file writes it in other ways: as columns for SQL, and as a name for Asterisk and files.

/** Identifies a call, the same on every node. Calls of test keys are separate from live ones. */
export type CallRef = { tenantId: TenantId; isTest: boolean; callId: CallId };

/** The same as columns of a row, or as parameters of a statement. */
export type CallKey = { tenant_id: TenantId; is_test: boolean; call_id: CallId };

export const callRefOf = ({ tenant_id, is_test, call_id }: CallKey): CallRef => ({
  tenantId: tenant_id,
  isTest: is_test,
  callId: call_id,
});

export const callKeyOf = ({ tenantId, isTest, callId }: CallRef): CallKey => ({
  tenant_id: tenantId,
  is_test: isTest,
  call_id: callId,
});

/** For a statement that takes many calls, as arrays of one length. */
export const callKeysOf = (refs: CallRef[]) => ({
  tenant_ids: refs.map(({ tenantId }) => tenantId),
  tests: refs.map(({ isTest }) => isTest),
  call_ids: refs.map(({ callId }) => callId),
});

/** The identity without other fields of the call. */
export const onlyRef = ({ tenantId, isTest, callId }: CallRef): CallRef => ({ tenantId, isTest, callId });

/** The name that engines give to objects of a call: `7-live-01a1de82-f812-7e52-ad03-b8cf388cff77`. */
export const callName = ({ tenantId, isTest, callId }: CallRef) => `${tenantId}-${isTest ? 'test' : 'live'}-${callId}`;

/** The call in a name, and the text after the dot; undefined if it is not the name of a call. */
export function readCallName(text: string): { call: CallRef; rest: string } | undefined {
  const [, tenantId, mode, callId, rest = ''] = /^(\d+)-(test|live)-([\da-f-]{36})\.(.*)$/s.exec(text) ?? [];
  if (!callId) return undefined;
  const call = { tenantId: idOf('tenant', Number(tenantId)), isTest: mode === 'test', callId: idOf('call', callId) };
  return { call, rest };
}
