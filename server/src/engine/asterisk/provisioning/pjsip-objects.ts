import { isIPv6 } from 'node:net';
import type { Party, PhoneParty, TrunkParty } from '../../phone-system.ts';

// The objects that describe a trunk or a phone to Asterisk's SIP channel driver (PJSIP), all with the same name.

export const objectTypes = ['auth', 'aor', 'identify', 'endpoint', 'registration'] as const;
export type ObjectType = (typeof objectTypes)[number];
export type PjsipObject = {
  type: ObjectType;
  fields: Record<string, string>;
  /** Asterisk adds the new fields of these objects to the old ones, so the object is deleted first. */
  isRecreated?: true;
};

export const objectsOf = (party: Party): PjsipObject[] =>
  party.kind === 'trunk' ? trunkObjects(party) : phoneObjects(party);

/** Audio goes through Asterisk, so that it can be recorded and passes NAT. A party without RTP for a minute is hung up. */
const everyEndpoint = {
  disallow: 'all',
  direct_media: 'no',
  rtp_symmetric: 'yes',
  rtp_timeout: '60',
  // Otherwise Asterisk would send each party the number of the other one.
  send_connected_line: 'no',
  // REFER is refused (603). Otherwise a phone or a carrier could move a call out of our bridge.
  allow_transfer: 'no',
};

function trunkObjects(trunk: TrunkParty): PjsipObject[] {
  const { name, credentials, codecs, fromUser, fromDomain } = trunk;
  const server = uriOf(trunk);
  const endpoint = {
    ...everyEndpoint,
    context: 'trunkline-inbound',
    // A trunk is identified by its address or by the line of its registration: any sender can write its name into From.
    identify_by: 'ip',
    // A name without a number. Asterisk stores an empty value as `<unknown>`, and takes that as the number of every caller.
    callerid: 'unknown',
    aors: name,
    outbound_auth: credentials ? name : '',
    allow: codecs.join(','),
    from_user: fromUser ?? '',
    from_domain: fromDomain ?? hostOf(trunk),
    // Many carriers name the caller in P-Asserted-Identity alone. `dialplan.conf` honors Privacy.
    trust_id_inbound: 'yes',
    trust_id_outbound: 'yes',
    send_pai: 'yes',
    ...mediaEncryption(trunk),
  };
  return [
    ...(credentials ? [credentialsObject(credentials)] : []),
    // Asterisk checks the trunk regularly, so that calls over a dead trunk fail at once.
    { type: 'aor', fields: { contact: server, qualify_frequency: '30' }, isRecreated: true },
    { type: 'endpoint', fields: endpoint },
    { type: 'identify', fields: { endpoint: name, match: trunk.host }, isRecreated: true },
    ...(credentials ? [registrationObject(trunk, credentials.username, server)] : []),
  ];
}

const credentialsObject = ({ username, password }: { username: string; password: string }): PjsipObject => ({
  type: 'auth',
  fields: { auth_type: 'userpass', username, password },
});

/** Registration never gives up: a carrier that was down for a night, or had the wrong password, must not require a restart. */
const registrationObject = ({ name, ...trunk }: TrunkParty, username: string, server: string): PjsipObject => ({
  type: 'registration',
  fields: {
    server_uri: server,
    client_uri: `sip:${username.includes('@') ? username : `${username}@${trunk.fromDomain ?? hostOf(trunk)}`}`,
    contact_user: username.replace(/@.*/, ''),
    outbound_auth: name,
    // Carriers call in from more addresses than they register at. The registered contact, known only to them, identifies them.
    line: 'yes',
    endpoint: name,
    expiration: '300',
    max_random_initial_delay: '2',
    retry_interval: '15',
    forbidden_retry_interval: '60',
    fatal_retry_interval: '60',
    max_retries: '4294967295',
    auth_rejection_permanent: 'no',
  },
});

/** If signaling to a carrier is encrypted, so is the audio, provided that the carrier supports it. */
const mediaEncryption = ({ transport }: TrunkParty) => ({
  media_encryption: transport === 'tls' ? 'sdes' : 'no',
  media_encryption_optimistic: transport === 'tls' ? 'yes' : 'no',
});

const hostOf = ({ host }: Pick<TrunkParty, 'host'>) => (isIPv6(host) ? `[${host}]` : host);

function uriOf(trunk: Pick<TrunkParty, 'host' | 'port' | 'transport'>): string {
  const over = trunk.transport === 'udp' ? '' : `;transport=${trunk.transport}`;
  return `sip:${hostOf(trunk)}:${trunk.port}${over}`;
}

/** How often Asterisk sends OPTIONS to phones, and how long it waits for an answer, in seconds; see `watch-phones.ts`. */
export const qualifyingPhones = {
  usual: { qualify_frequency: '30', qualify_timeout: '3' },
  eager: { qualify_frequency: '2', qualify_timeout: '1.9' },
};

function phoneObjects({ name, realm, digest }: PhoneParty): PjsipObject[] {
  const endpoint = {
    ...everyEndpoint,
    // The context is empty: a phone can be called but cannot call out, even if its password is stolen.
    context: 'trunkline-phones',
    aors: name,
    auth: name,
    allow: 'ulaw,alaw,g722,opus',
    // Phones are behind NAT: Asterisk replies to the source address of their packets, whatever address they state.
    force_rport: 'yes',
    rewrite_contact: 'yes',
  };
  const aor = {
    // Only one phone is called, so only one is kept: the last that registered.
    max_contacts: '1',
    remove_existing: 'yes',
    // A phone whose password was renewed is gone after ten minutes at the latest.
    maximum_expiration: '600',
    default_expiration: '600',
    // This also keeps the NAT binding open.
    ...qualifyingPhones.usual,
  };
  return [
    { type: 'auth', fields: { auth_type: 'md5', username: name, md5_cred: digest, realm } },
    { type: 'aor', fields: aor },
    { type: 'endpoint', fields: endpoint },
  ];
}
