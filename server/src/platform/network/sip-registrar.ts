import { isIPv6 } from 'node:net';

/** Where phones register, as the operator has set it. */
export type SipRegistrar = {
  /** A name or an address; IPv6 in brackets, as in URIs. */
  host: string;
  port: number;
  /** Those that the registrar accepts, the preferred one first. */
  transports: SipTransport[];
};
type SipTransport = 'udp' | 'tcp' | 'tls';

/** The transports of one port. TLS has its own, as in `deploy/asterisk/pjsip.conf`. */
export const transportChoices = ['udp,tcp', 'tcp,udp', 'udp', 'tcp', 'tls'] as const;
export type TransportChoice = (typeof transportChoices)[number];

/** Reads `sip.example`, `203.0.113.10:5070` or `[2001:db8::1]`; undefined if it is none of these. */
export function readRegistrar(text: string, choice: TransportChoice): SipRegistrar | undefined {
  const [, host = '', port] = /^(\[[\da-f:.]+\]|[a-z\d](?:[a-z\d.-]*[a-z\d])?)(?::([1-9]\d{0,4}))?$/i.exec(text) ?? [];
  const isHost = host.startsWith('[') ? isIPv6(host.slice(1, -1)) : host !== '' && !host.includes('..');
  if (!isHost || Number(port ?? 1) > 65_535) return undefined;
  const usual = choice === 'tls' ? 5061 : 5060;
  return { host, port: Number(port ?? usual), transports: choice.split(',') as SipTransport[] };
}
