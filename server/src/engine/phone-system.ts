import type { Id } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';

// The other port of an engine: what a telephone system must know before it can call, in our own words.

/** Whom a telephone system knows by a name that no tenant chooses. */
export type Party = TrunkParty | PhoneParty;

/** The way to a carrier. */
export type TrunkParty = {
  kind: 'trunk';
  name: string;
  host: string;
  port: number;
  transport: string;
  /** Null where the carrier knows us by our address. */
  credentials: { username: string; password: string } | null;
  codecs: string[];
  /** What the carrier wants to read in From, where that is not the caller id and its own host. */
  fromUser: string | null;
  fromDomain: string | null;
};

/** A phone that registers with the telephone system. */
export type PhoneParty = {
  kind: 'phone';
  name: string;
  realm: string;
  /** HA1 of RFC 3261, section 22: who has it can register, though the password does not follow from it. */
  digest: string;
};

/** What was put into a telephone system last; see `PhoneSystem.readMark`. */
export type Mark = { phoneSystemId: Id<'phone_system'>; stamp: string };

/** How a party is, from the worst to the best: a trunk with credentials is registered at best, one without is reachable. */
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
  /** What people call it. */
  readonly name: string;
  /** Undefined where none was written, or it was lost with all that had been put in before it. */
  readMark(): Promise<Mark | undefined>;
  writeMark(mark: Mark): Promise<void>;
  /** The names of all that may have been put in. */
  names(): Promise<string[]>;
  /**
   * Puts a party in, or instead of what it was, within some seconds. Gives why the system does not take it; that it takes too
   * long may also be because the system no longer answers at all. Fails where it is out of reach.
   */
  put(party: Party): Promise<string | undefined>;
  /** How these are. */
  states(names: string[]): Promise<Map<string, PartyState>>;
  /** Takes out what was put in. What somebody else wrote stays. */
  remove(name: string): Promise<void>;
  /** Has phones that were out of reach found soon after they are back. Gives what stops it. */
  watchPhones(log: Logger): () => void;
};
