import type { Id } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';

// The other port of an engine: the parties that a telephone system must know before it can call, in our own words.

/** A party that a telephone system knows by a name that no tenant chooses. */
export type Party = TrunkParty | PhoneParty;

/** A SIP connection to a carrier. */
export type TrunkParty = {
  kind: 'trunk';
  name: string;
  host: string;
  port: number;
  transport: string;
  /** Null if the carrier identifies us by our address. */
  credentials: { username: string; password: string } | null;
  codecs: string[];
  /** The From user and domain that the carrier expects, if they are not the caller id and the carrier's own host. */
  fromUser: string | null;
  fromDomain: string | null;
};

/** A phone that registers with the telephone system. */
export type PhoneParty = {
  kind: 'phone';
  name: string;
  realm: string;
  /** HA1 of RFC 3261, section 22. It is enough to register, although the password cannot be derived from it. */
  digest: string;
};

/** Identifies the data that was last written into a telephone system; see `PhoneSystem.readMark`. */
export type Mark = { phoneSystemId: Id<'phone_system'>; stamp: string };

/** Party states from worst to best. The best state of a trunk with credentials is registered; without, it is reachable. */
export const partyStates = [
  'not provisioned',
  'unreachable',
  'rejected',
  'not registered',
  'unknown',
  'reachable',
  'registered',
] as const;
export type PartyState = (typeof partyStates)[number];

export type PhoneSystem = {
  /** The name shown to people. */
  readonly name: string;
  /** Undefined if no mark was written, or if it was lost together with all parties written before it. */
  readMark(): Promise<Mark | undefined>;
  writeMark(mark: Mark): Promise<void>;
  /** The names of all parties that we may have written. */
  names(): Promise<string[]>;
  /**
   * Writes a party, replacing its earlier version, within some seconds. Returns why the system refuses it; a timeout may also
   * mean that the system no longer answers at all. Rejects if the system is unreachable.
   */
  put(party: Party): Promise<string | undefined>;
  states(names: string[]): Promise<Map<string, PartyState>>;
  /** The names of all parties that can be called now. */
  online(): Promise<Set<string>>;
  /** Removes a party that we wrote. Objects written by hand stay. */
  remove(name: string): Promise<void>;
  /** Makes the system notice soon when an unreachable phone is back. Returns a function that stops it. */
  watchPhones(log: Logger): () => void;
};
