import type { EngineCall, PauseTimes, StaffPhone } from '../../engine/engine.ts';
import { type CallKey, callRefOf } from '../../platform/call-ref.ts';
import { present } from '../../platform/present.ts';
import { trunkEndpoint } from '../../trunks/trunk-endpoint.ts';
import { type CallType, latest } from './call-state.ts';
import type { CallSettings } from './queries.ts';

/** Converts a call for the engines. */
export function engineCallOf(
  call: CallKey &
    CallSettings & {
      call_type: CallType;
      phone_number: string | null;
      e164: string | null;
      initiated_at: Date;
      dialled_at: Date | null;
      hold_times?: Date[] | null;
      is_recorded?: boolean | null;
      pause_times?: Date[] | null;
      stage?: string;
    },
): EngineCall {
  return {
    ...callRefOf(call),
    callType: call.call_type,
    // A call that an engine has is not erased.
    number: present(call.e164 ?? call.phone_number),
    staff: staffOf(call),
    ringStrategy: call.ring_strategy,
    isAllStaffBusy: false,
    // The project may have changed its setting since the call began.
    isRecorded: call.is_recorded ?? call.records_calls,
    isAnnounced: call.announces_recording,
    hasVoicemail: call.has_voicemail,
    language: call.language,
    callerId: call.caller_id,
    trunk: call.trunk_id === null ? null : trunkEndpoint(call.trunk_id),
    // `dialled_at` is before `initiated_at` only if the clock of the database was set back: see `call-state.ts`.
    dialedAt: latest(call.initiated_at, call.dialled_at),
    holdTimes: call.hold_times ?? [],
    pauseTimes: toPauseTimes(call.pause_times),
    isHangingUp: call.stage === 'hanging_up',
  };
}

export const toPauseTimes = (times: Date[] | null | undefined): PauseTimes =>
  times?.map((time) => time.getTime()) ?? [];

function staffOf({ staff_ids, staff_phones }: CallSettings): StaffPhone[] {
  return staff_ids.flatMap((staffId, i) => {
    const phone = staff_phones[i];
    return phone === undefined ? [] : [{ staffId, phone }];
  });
}
