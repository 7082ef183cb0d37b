import { promises as dns, type LookupAddress } from 'node:dns';

export type ResolveName = (name: string) => Promise<LookupAddress[]>;

/**
 * Queries name servers directly. `dns.lookup` would wait in one of four threads, which all file and name operations of the
 * process share: a tenant with a few names that resolve slowly could block everything.
 */
export function askNameServers(): ResolveName {
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 });
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer, i) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: i === 0 ? 4 : 6 })) : [],
    );
    if (addresses.length === 0) throw answers.find((answer) => answer.status === 'rejected')?.reason;
    return addresses;
  };
}
