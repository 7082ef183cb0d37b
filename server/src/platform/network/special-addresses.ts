import { isIP, SocketAddress } from 'node:net';
import { allowlist, parseRange } from './ip-range.ts';

// Addresses that are not on the public internet: this machine, its network, documentation, multicast and so on. Code that sends
// to a target chosen by a tenant must not connect to them.

// The IANA registries of special-purpose addresses (RFC 6890 and its successors), with multicast and reserved ranges. The few
// public addresses within them are anycast services that receive no webhooks.
const isListed = within(
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared behind a carrier's NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, and the metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // multicast tunneling
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
  '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID and others
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which leads to any IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
);

/** The assigned range of IPv6. Loopback, unique local, link-local, multicast and others lie outside. */
const isGlobalUnicast = within('2000::/3');

/** Whether an address is not public. Text that is no address at all counts as special too. */
export function isSpecialAddress(address: string): boolean {
  const [unzoned = ''] = address.split('%');
  const version = isIP(unzoned);
  if (version === 0) return true;
  if (version === 4) return isListed(unzoned);
  const embedded = embeddedIpv4(unzoned);
  if (embedded !== undefined) return isListed(embedded);
  return !isGlobalUnicast(unzoned) || isListed(unzoned);
}

const embeddingForms = [
  // IPv6 sockets reach IPv4 hosts under this form.
  /^::ffff:(\d+\.\d+\.\d+\.\d+)$/,
  // NAT64 (RFC 6052): in a network without IPv4, every IPv4 host has such an address.
  /^64:ff9b::(?:(?:([\da-f]{1,4}):)?([\da-f]{1,4}))?$/,
];

/** The IPv4 address embedded in an IPv6 address. */
function embeddedIpv4(ipv6: string): string | undefined {
  const { address } = new SocketAddress({ family: 'ipv6', address: ipv6 });
  const [mapped, translated] = embeddingForms.map((form) => form.exec(address));
  if (mapped) return mapped[1];
  if (!translated) return undefined;
  const [high, low] = [translated[1], translated[2]].map((group) => Number.parseInt(group ?? '0', 16));
  return [high, low].flatMap((group = 0) => [group >> 8, group & 255]).join('.');
}

function within(...ranges: string[]): (address: string) => boolean {
  return allowlist(ranges.flatMap((range) => parseRange(range) ?? []));
}
