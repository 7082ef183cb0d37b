import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import { loadUndici } from '../../platform/network/load-undici.ts';
import { isSpecialAddress } from '../../platform/network/special-addresses.ts';
import { askNameServers, type ResolveName } from './name-servers.ts';

// Tenants choose the targets of this server's requests, so they must not be able to direct it to targets that only this server
// can reach: its own machine, its network, the metadata of its cloud (SSRF). The checked address is the connected address:
// names are resolved here, once per connection, and only permitted addresses are passed on. DNS rebinding gains nothing,
// because the name is not resolved again. A proxy would resolve names itself; an explicitly constructed agent uses none,
// whatever HTTPS_PROXY says.

/** The part of an agent of undici that sends. */
export type Sender = Pick<Agent, 'dispatch' | 'destroy'>;

export type GuardedAgentOptions = {
  /** Whether connections to an address are forbidden. */
  isForbidden: (address: string) => boolean;
  resolve: ResolveName;
  /** Certificates to trust instead of the well-known ones. */
  ca?: string;
  connectTimeoutMs?: number;
};

/** Thrown before any connection is attempted. */
export class ForbiddenAddress extends Error {}

export type Reach = 'public' | 'anywhere';

/** If the operator permits private addresses, the machine's resolver resolves names; otherwise name servers do. */
export function guardedAgent(reach: Reach, ca?: string): Sender {
  const options = ca === undefined ? {} : { ca };
  return reach === 'anywhere'
    ? makeAgent({ ...options, isForbidden: () => false, resolve: (name) => dns.lookup(name, { all: true }) })
    : makeAgent({ ...options, isForbidden: isSpecialAddress, resolve: askNameServers() });
}

export function makeAgent(options: GuardedAgentOptions): Sender {
  let agent: Agent | undefined;
  return {
    dispatch(request, handler) {
      agent ??= newAgent(options);
      return agent.dispatch(request, handler);
    },
    async destroy() {
      await agent?.destroy();
    },
  };
}

function newAgent({ isForbidden, resolve, ca, connectTimeoutMs = 10_000 }: GuardedAgentOptions): Agent {
  const { Agent, buildConnector } = loadUndici();
  // Always returns all addresses, because of `autoSelectFamily`.
  const lookup: LookupFunction = (name, _options, done) => {
    permitted(name).then(
      (addresses) => done(null, addresses),
      (error) => done(error, []),
    );
  };

  async function permitted(name: string): Promise<LookupAddress[]> {
    const addresses = await resolve(name);
    const good = addresses.filter(({ address }) => !isForbidden(address));
    if (good.length === 0) throw new ForbiddenAddress(`${name} has no address that may be connected to.`);
    return good;
  }

  const connector = buildConnector({
    lookup,
    timeout: connectTimeoutMs,
    allowH2: false,
    // An address that does not respond must not use up the time of the others.
    autoSelectFamily: true,
    // Otherwise NODE_TLS_REJECT_UNAUTHORIZED=0, set for another purpose, would allow an attacker to intercept requests.
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca }),
  });
  return new Agent({
    connect: (options, callback) => {
      // A host that is an IP address is not looked up.
      const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
      if (isIP(host) !== 0 && isForbidden(host))
        callback(new ForbiddenAddress(`${host} may not be connected to.`), null);
      else connector({ ...options, hostname: host }, callback);
    },
    // HTTP/2 would put all requests to one host on one connection, and they would all fail with it.
    allowH2: false,
    maxHeaderSize: 16 * 1024,
    // Endpoints may ask for longer, but each idle connection costs resources.
    keepAliveMaxTimeout: 30_000,
    // `send-request.ts` enforces one limit for the whole exchange.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}
