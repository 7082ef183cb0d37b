import { type CallRef, callName, readCallName } from '../../../platform/call-ref.ts';
import { idOf, type StaffId } from '../../../platform/ids.ts';
import type { Leg } from '../../engine.ts';
import type { AriChannel } from './ari-messages.ts';

// Everything in Asterisk that belongs to a call is named after it, so that any node finds it again and nothing is created
// twice. Only the channel of an inbound caller keeps the name that Asterisk gave it, and carries the call's name in a variable.

export const customerChannel = (call: CallRef) => `${callName(call)}.customer`;
export const staffChannel = (call: CallRef, staffId: StaffId) => `${callName(call)}.staff-${staffId}`;
export const bridgeName = (call: CallRef) => `${callName(call)}.bridge`;
export const holdBridgeName = (call: CallRef) => `${callName(call)}.hold`;
export const callNameOfBridge = (bridge: string) => bridge.replace(/\.(bridge|hold)$/, '');
/** A node that plays the greeting again adds its application name, because Asterisk identifies a playback by its name. */
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
