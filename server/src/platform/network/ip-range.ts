import { BlockList, isIP, SocketAddress } from 'node:net';

type Family = 'ipv4' | 'ipv6';
export type IpRange = { family: Family; address: string; prefix: number };

const rangeForm = /^([^/%]+)(?:\/(0|[1-9]\d{0,2}))?$/;
const mappedForm = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;
// Some proxies include the port of their caller. IPv6 then needs brackets, because its last group looks like a port.
const portForms = [/^([\d.]+):\d{1,5}$/, /^\[([^\]]*:[^\]]*)\](?::\d{1,5})?$/];

/** Reads `192.0.2.7`, `192.0.2.0/24`, `2001:db8::1` or `2001:db8::/32`; host bits are ignored. */
export function parseRange(text: string): IpRange | undefined {
  const [, written = '', prefixText] = rangeForm.exec(text) ?? [];
  const ip = readAddress(written);
  if (ip === undefined) return undefined;
  const bits = ip.family === 'ipv4' ? 32 : 128;
  const writtenBits = written.includes(':') ? 128 : 32;
  const writtenPrefix = prefixText === undefined ? writtenBits : Number(prefixText);
  if (writtenPrefix > writtenBits) return undefined;
  const prefix = writtenPrefix - (writtenBits - bits);
  return prefix < 0 ? undefined : { ...ip, prefix };
}

/**
 * Whether an address lies in one of the ranges. An empty list matches nothing; whether that means all addresses or none is for
 * the caller to decide. IPv4 and IPv6 are separate, because a BlockList finds IPv4 addresses in `::/0`. An address may include
 * a port: `203.0.113.7:1234`, `[2001:db8::1]:443`.
 */
export function allowlist(ranges: readonly IpRange[]): (address: string) => boolean {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { family, address, prefix } of ranges) lists[family].addSubnet(address, prefix, family);
  return (address) => {
    const ip = readAddress(withoutPort(address));
    return ip !== undefined && lists[ip.family].check(ip.address, ip.family);
  };
}

/**
 * The network under which an address is counted: an IPv4 address itself, or the /64 of an IPv6 address, because a host usually
 * controls the whole /64.
 */
export function networkOf(address: string): string {
  const ip = readAddress(withoutPort(address));
  if (ip?.family !== 'ipv6') return ip?.address ?? address;
  const [before = [], after] = ip.address.split('::', 2).map((part) => part.split(':').filter(Boolean));
  const missing = after ? 8 - before.length - after.length : 0;
  return `${[...before, ...Array(missing).fill('0'), ...(after ?? [])].slice(0, 4).join(':')}::/64`;
}

function withoutPort(text: string): string {
  for (const form of portForms) {
    const bare = form.exec(text)?.[1];
    if (bare !== undefined) return bare;
  }
  return text;
}

// A socket that listens on IPv6 reports IPv4 peers as `::ffff:192.0.2.7` and link-local ones as `fe80::1%eth0`.
function readAddress(text: string): { family: Family; address: string } | undefined {
  const version = isIP(text);
  if (version === 0) return undefined;
  if (version === 4) return { family: 'ipv4', address: text };
  const [unzoned = ''] = text.split('%');
  const { address } = new SocketAddress({ family: 'ipv6', address: unzoned });
  const mapped = mappedForm.exec(address)?.[1];
  return mapped === undefined ? { family: 'ipv6', address } : { family: 'ipv4', address: mapped };
}
