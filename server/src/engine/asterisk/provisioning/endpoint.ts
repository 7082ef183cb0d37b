import type { EngineCall } from '../../engine.ts';

// The endpoint that Asterisk dials for a party, and the number that the party sees.

export type Destination = { endpoint: string; callerId: string | null };

/** Characters without a special meaning to Asterisk. An administrator's input must not become part of a command. */
const phoneName = /^sips?:([\w.+-]+)(@|;|$)/;

/**
 * A staff phone is registered with this Asterisk under the name in its SIP address, and shows the customer's number. An outside
 * number is dialed over the trunk with the project's caller id, because we may not present the customer's number there.
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
