import type { CallRef, Leg } from '../engine.ts';

// Everything in Asterisk that belongs to a call is named after it, so that any node finds it again, and none of it can be
// made twice.

export const refOf = ({ tenantId, isTest, callId }: CallRef): CallRef => ({ tenantId, isTest, callId });

export const callName = ({ tenantId, isTest, callId }: CallRef) => `${tenantId}-${isTest ? 'test' : 'live'}-${callId}`;

export const channelName = (call: CallRef, leg: Leg) => `${callName(call)}.${leg}`;

export const bridgeName = (call: CallRef) => `${callName(call)}.bridge`;

export function readChannelName(channel: string): { call: CallRef; leg: Leg } | undefined {
  const [, tenantId, mode, callId, leg] = channel.match(/^(\d+)-(test|live)-([\da-f-]{36})\.(staff|customer)$/) ?? [];
  if (!callId) return undefined;
  return { call: { tenantId: Number(tenantId), isTest: mode === 'test', callId }, leg: leg as Leg };
}
