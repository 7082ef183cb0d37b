import type { EngineCall } from '../../engine.ts';

// Whom Asterisk is to dial, and what they see.

export type Destination = { endpoint: string; callerId: string | null };

/** Characters that mean nothing to Asterisk. What an administrator typed must not become part of a command. */
const phoneName = /^sips?:([\w.+-]+)(@|;|$)/;

/**
 * A phone of the staff is one that is registered with this Asterisk under the name of its SIP address, and shows who is being
 * called, or calls. An outside number goes over the trunk, and there the customer's number is not ours to show.
 */
export function staffDestination(call: EngineCall, phone: string, ownTrunk: string): Destination | undefined {
  const name = phone.match(phoneName)?.[1];
  if (name) return { endpoint: `PJSIP/${name}`, callerId: digitsOf(call.number) };
  return phone.startsWith('+') ? overTrunk(phone, call, ownTrunk) : undefined;
}

export function customerDestination(call: EngineCall, ownTrunk: string): Destination {
  return overTrunk(call.number, call, ownTrunk);
}

function overTrunk(number: string, { trunk, callerId }: EngineCall, ownTrunk: string): Destination {
  return { endpoint: `PJSIP/${digitsOf(number)}@${trunk ?? ownTrunk}`, callerId };
}

const digitsOf = (number: string) => number.replace(/(?!^\+)\D/g, '');
