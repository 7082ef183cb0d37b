import { isIP } from 'node:net';
import type { FaultCode } from '../platform/fault-codes.ts';
import type { Detail } from '../platform/problem.ts';
import { nameFaults } from '../platform/text/name.ts';

/** The fields of a trunk. Fields that are left out of a new one get their defaults. */
export type TrunkFields = {
  name: string;
  /** The carrier's host name or address. */
  host: string;
  port: number;
  transport: string;
  /** Null if the carrier identifies us by our address. */
  username: string | null;
  password: string | null;
  /** In the order in which they are offered. */
  codecs: string[];
  /** The values that the carrier expects in From, if not the caller id and its host. */
  from_user: string | null;
  from_domain: string | null;
};
export type NewTrunk = Pick<TrunkFields, 'name' | 'host'> & {
  [Name in keyof TrunkFields]?: TrunkFields[Name] | undefined;
};

export const transports = ['udp', 'tcp', 'tls'] as const;
export const codecs = ['ulaw', 'alaw', 'g722', 'opus'] as const;

/** The default port of RFC 3261; TLS has its own. */
const usualPort = (transport: string) => (transport === 'tls' ? 5061 : 5060);

export function newTrunkFields({ transport = 'udp', ...given }: NewTrunk): TrunkFields {
  const { port = usualPort(transport), username = null, password = null, codecs = ['ulaw', 'alaw'] } = given;
  const { from_user = null, from_domain = null } = given;
  const names = { name: given.name.trim(), host: given.host.trim() };
  return { ...names, port, transport, username, password, codecs, from_user, from_domain };
}

export function trunkFaults(trunk: TrunkFields): Detail[] {
  return [
    ...nameFaults('name', trunk.name),
    ...when(
      trunk.name === 'none',
      'name',
      'not_allowed',
      'name must not be none, which means no trunk. Choose another name.',
    ),
    ...when(/^\.{1,2}$/.test(trunk.name), 'name', 'not_allowed', dotsAreNone),
    ...when(!isHost(trunk.host), 'host', 'invalid_format', hostForm),
    ...when(!isPort(trunk.port), 'port', 'out_of_range', 'port must be a whole number from 1 to 65535.'),
    ...when(!isOneOf(transports, trunk.transport), 'transport', 'not_allowed', 'transport must be udp, tcp or tls.'),
    ...codecFaults(trunk.codecs),
    ...credentialFaults(trunk),
    ...fromFaults(trunk),
  ];
}

const when = (applies: boolean, field: string, code: FaultCode, message: string): Detail[] =>
  applies ? [{ field, code, message }] : [];
const isOneOf = (values: readonly string[], value: string) => values.includes(value);

/** Clients resolve dot segments before they send a request (RFC 3986, 5.2.4), so no path would lead to the trunk. */
const dotsAreNone = 'name must not be . or .. alone. Choose another name.';
const hostForm =
  'host must be a host name such as sip.carrier.example, or an IP address such as 192.0.2.7, without a port.';
/** Labels of RFC 1123. The host goes into the settings of a telephone system, so it may contain nothing else. */
const hostName = /^(?=.{1,253}$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/i;
const isHost = (host: string) => isIP(host) !== 0 || (hostName.test(host) && !/^[\d.]+$/.test(host));
const isPort = (port: number) => Number.isInteger(port) && port >= 1 && port <= 65_535;

function codecFaults(wanted: readonly string[]): Detail[] {
  const message = `codecs must contain only ${codecs.join(', ')}, each at most once.`;
  const isGood = wanted.length > 0 && wanted.every((codec) => isOneOf(codecs, codec));
  return when(!isGood || new Set(wanted).size < wanted.length, 'codecs', 'not_allowed', message);
}

const isUser = (user: string) => /^[\w.+@~!'*-]{1,100}$/.test(user);
const userForm = "must have at most 100 letters, digits and the characters . _ - + @ ~ ! ' * of SIP.";
const longestPassword = 255;

function credentialFaults({ username, password }: TrunkFields): Detail[] {
  if (username === null)
    return when(password !== null, 'password', 'not_allowed', 'password requires a username. Send both or neither.');
  const isPassword = password !== null && password.length <= longestPassword && !/\p{Cc}/u.test(password);
  const noPassword = 'username requires a password. Send both.';
  const badPassword = `password must have at most ${longestPassword} characters, and no control characters.`;
  return [
    ...when(!isUser(username), 'username', 'invalid_format', `username ${userForm}`),
    ...when(!password, 'password', 'required', noPassword),
    ...when(Boolean(password) && !isPassword, 'password', 'invalid_format', badPassword),
  ];
}

function fromFaults({ from_user, from_domain }: TrunkFields): Detail[] {
  const domainForm = 'from_domain must be a host name such as carrier.example, or an IP address.';
  return [
    ...when(from_user !== null && !isUser(from_user), 'from_user', 'invalid_format', `from_user ${userForm}`),
    ...when(from_domain !== null && !isHost(from_domain), 'from_domain', 'invalid_format', domainForm),
  ];
}
