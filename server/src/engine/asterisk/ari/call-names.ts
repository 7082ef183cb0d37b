import { type CallRef, callName, readCallName } from '../../../platform/call-ref.ts';
import { idOf, type StaffId } from '../../../platform/ids.ts';
import type { Leg } from '../../engine.ts';
import type { AriChannel } from './ari-messages.ts';

// Everything in Asterisk that belongs to a call is named after it, so that any node finds it again, and none of it can be
// made twice. Only the line of somebody who called in has a name of Asterisk's, and carries the call's as a mark.

export const customerChannel = (call: CallRef) => `${callName(call)}.customer`;
export const staffChannel = (call: CallRef, staffId: StaffId) => `${callName(call)}.staff-${staffId}`;
export const bridgeName = (call: CallRef) => `${callName(call)}.bridge`;
export const holdBridgeName = (call: CallRef) => `${callName(call)}.hold`;
/** The name of the call that a bridge belongs to. */
export const callNameOfBridge = (bridge: string) => bridge.replace(/\.(bridge|hold)$/, '');
/** A node that plays it again adds the name of its application: Asterisk knows a playback by its name. */
export const greetingName = (call: CallRef, app?: string) => `${callName(call)}.greeting${app ? `.${app}` : ''}`;

type ChannelOwner = { call: CallRef; leg: Leg; staffId?: StaffId };

export function readChannelName(channel: string): ChannelOwner | undefined {
  const { call, rest } = readCallName(channel) ?? {};
  const [leg, staffId] = rest?.match(/^(?:customer|staff-(\d+))$/) ?? [];
  if (!call || !leg) return undefined;
  return staffId ? { call, leg: 'staff', staffId: idOf('staff', Number(staffId)) } : { call, leg: 'customer' };
}

/** The name of the call that a channel belongs to. */
export function callNameOf({ id, channelvars }: AriChannel): string | undefined {
  const named = readChannelName(id);
  return named ? callName(named.call) : channelvars?.TRUNKLINE_CALL;
}
