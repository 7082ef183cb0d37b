import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Far less than the time for a whole trunk: a host may have addresses without SRV records. */
const newResolver = () => new Resolver({ timeout: 1_000, tries: 1 });

/** The addresses from which a carrier may call: those of its host, and of the servers that SRV records name (RFC 3263). */
export async function carrierAddresses(host: string, resolver = newResolver()): Promise<string[]> {
  if (isIP(host)) return [host];
  const services = ['udp', 'tcp'].map((transport) => `_sip._${transport}.${host}`);
  const records = await Promise.all(services.map((service) => resolver.resolveSrv(service).catch(() => [])));
  const hosts = [host, ...records.flat().map(({ name }) => name)];
  const found = await Promise.all(hosts.map((name) => lookup(name, { all: true }).catch(() => [])));
  return [...new Set(found.flat().map(({ address }) => address))];
}
