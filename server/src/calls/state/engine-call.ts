import type { CallRef, EngineCall, StaffPhone } from '../../engine/engine.ts';
import type { CallId, TenantId } from '../../platform/ids.ts';
import { trunkEndpoint } from '../../trunks/trunk-endpoint.ts';
import { type CallType, latest } from './call-state.ts';
import type { CallSettings } from './queries.ts';

// Calls as the engines know them, and as the tables do.

type Key = { tenant_id: TenantId; is_test: boolean; call_id: CallId };

export const keyOf = ({ tenantId, isTest, callId }: CallRef): Key => ({
  tenant_id: tenantId,
  is_test: isTest,
  call_id: callId,
});

export const refOf = ({ tenant_id, is_test, call_id }: Key): CallRef => ({
  tenantId: tenant_id,
  isTest: is_test,
  callId: call_id,
});

export function engineCallOf(
  call: Key &
    CallSettings & {
      call_type: CallType;
      phone_number: string;
      e164: string | null;
      initiated_at: Date;
      dialled_at: Date | null;
      hold_times?: Date[] | null;
    },
): EngineCall {
  return {
    ...refOf(call),
    callType: call.call_type,
    number: call.e164 ?? call.phone_number,
    staff: staffOf(call),
    ringStrategy: call.ring_strategy,
    isEverybodyBusy: false,
    isRecorded: call.records_calls,
    isAnnounced: call.announces_recording,
    hasVoicemail: call.has_voicemail,
    language: call.language,
    callerId: call.caller_id,
    trunk: call.trunk_id === null ? null : trunkEndpoint(call.trunk_id),
    // Before the call only where the clock of the database was put back: see `call-state.ts`.
    dialledAt: latest(call.initiated_at, call.dialled_at),
    holdTimes: call.hold_times ?? [],
  };
}

function staffOf({ staff_ids, staff_phones }: CallSettings): StaffPhone[] {
  return staff_ids.flatMap((staffId, i) => {
    const phone = staff_phones[i];
    return phone === undefined ? [] : [{ staffId, phone }];
  });
}
