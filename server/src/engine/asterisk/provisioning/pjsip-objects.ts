import { isIPv6 } from 'node:net';
import type { Party, PhoneParty, TrunkParty } from '../../phone-system.ts';

// What Asterisk's SIP channel (PJSIP) wants to be told of a trunk or a phone: some objects of the same name.

export const objectTypes = ['auth', 'aor', 'identify', 'endpoint', 'registration'] as const;
export type ObjectType = (typeof objectTypes)[number];
export type PjsipObject = {
  type: ObjectType;
  fields: Record<string, string>;
  /** Asterisk adds what it is told of these to what it has, so they are made anew. */
  isMadeAnew?: true;
};

export const objectsOf = (party: Party): PjsipObject[] =>
  party.kind === 'trunk' ? trunkObjects(party) : phoneObjects(party);

/** Audio goes through us, so that it can be recorded and gets through NAT; who is silent for a minute is gone. */
const everyEndpoint = {
  disallow: 'all',
  direct_media: 'no',
  rtp_symmetric: 'yes',
  rtp_timeout: '60',
  // Otherwise each party would be told the number of the other one, behind our back.
  send_connected_line: 'no',
  // REFER is refused (603). Otherwise a phone or a carrier could lead a call out of our bridge.
  allow_transfer: 'no',
};

function trunkObjects(trunk: TrunkParty): PjsipObject[] {
  const { name, credentials, codecs, fromUser, fromDomain } = trunk;
  const server = uriOf(trunk);
  const endpoint = {
    ...everyEndpoint,
    context: 'trunkline-inbound',
    // By its address alone, or by the line of its registration: anybody can write its name into From.
    identify_by: 'ip',
    // A name and no number. Asterisk keeps none at all as `<unknown>`, and reads that as the number of every caller.
    callerid: 'unknown',
    aors: name,
    outbound_auth: credentials ? name : '',
    allow: codecs.join(','),
    from_user: fromUser ?? '',
    from_domain: fromDomain ?? hostOf(trunk),
    // Many carriers name the caller in P-Asserted-Identity alone. `dialplan.conf` heeds Privacy.
    trust_id_inbound: 'yes',
    trust_id_outbound: 'yes',
    send_pai: 'yes',
    ...mediaEncryption(trunk),
  };
  return [
    ...(credentials ? [credentialsObject(credentials)] : []),
    // Whether it is there is known before anybody calls, so calls over a dead trunk fail at once.
    { type: 'aor', fields: { contact: server, qualify_frequency: '30' }, isMadeAnew: true },
    { type: 'endpoint', fields: endpoint },
    { type: 'identify', fields: { endpoint: name, match: trunk.host }, isMadeAnew: true },
    ...(credentials ? [registrationObject(trunk, credentials.username, server)] : []),
  ];
}

const credentialsObject = ({ username, password }: { username: string; password: string }): PjsipObject => ({
  type: 'auth',
  fields: { auth_type: 'userpass', username, password },
});

/** It goes on for ever: a carrier that was away for a night, or had the wrong password, must not need a restart. */
const registrationObject = ({ name, ...trunk }: TrunkParty, username: string, server: string): PjsipObject => ({
  type: 'registration',
  fields: {
    server_uri: server,
    client_uri: `sip:${username.includes('@') ? username : `${username}@${trunk.fromDomain ?? hostOf(trunk)}`}`,
    contact_user: username.replace(/@.*/, ''),
    outbound_auth: name,
    // Carriers call in from more addresses than they register at: whoever uses the contact that only they know is them.
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

/** Where the way to a carrier is encrypted, so is what is said, if the carrier can. */
const mediaEncryption = ({ transport }: TrunkParty) => ({
  media_encryption: transport === 'tls' ? 'sdes' : 'no',
  media_encryption_optimistic: transport === 'tls' ? 'yes' : 'no',
});

const hostOf = ({ host }: Pick<TrunkParty, 'host'>) => (isIPv6(host) ? `[${host}]` : host);

function uriOf(trunk: Pick<TrunkParty, 'host' | 'port' | 'transport'>): string {
  const over = trunk.transport === 'udp' ? '' : `;transport=${trunk.transport}`;
  return `sip:${hostOf(trunk)}:${trunk.port}${over}`;
}

/** How Asterisk asks phones whether they are there (OPTIONS), and waits for the answer, in seconds; see `watch-phones.ts`. */
export const qualifyingPhones = {
  usual: { qualify_frequency: '30', qualify_timeout: '3' },
  eager: { qualify_frequency: '2', qualify_timeout: '1.9' },
};

function phoneObjects({ name, realm, digest }: PhoneParty): PjsipObject[] {
  const endpoint = {
    ...everyEndpoint,
    // There is nothing in it: a phone is called and calls nobody, whoever has stolen its password.
    context: 'trunkline-phones',
    aors: name,
    auth: name,
    allow: 'ulaw,alaw,g722,opus',
    // Phones are behind NAT: they are answered where they speak from, whatever they say of themselves.
    force_rport: 'yes',
    rewrite_contact: 'yes',
  };
  const aor = {
    // One phone is called, so one is known: the last that registered.
    max_contacts: '1',
    remove_existing: 'yes',
    // One whose password was renewed is gone after ten minutes at the latest.
    maximum_expiration: '600',
    default_expiration: '600',
    // It also keeps the way through NAT open.
    ...qualifyingPhones.usual,
  };
  return [
    { type: 'auth', fields: { auth_type: 'md5', username: name, md5_cred: digest, realm } },
    { type: 'aor', fields: aor },
    { type: 'endpoint', fields: endpoint },
  ];
}
