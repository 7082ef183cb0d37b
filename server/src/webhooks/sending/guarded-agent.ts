import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isSpecialAddress } from '../../platform/network/special-addresses.ts';
import { askNameServers, type ResolveName } from './name-servers.ts';

// Tenants choose where requests of this server go, so they must not be able to lead it to what only this server can reach:
// its own machine, its network, the metadata of its cloud. The address that is judged is the address that is connected
// to: names are resolved here, once for each connection, and only what was found good is handed on. A name that answers
// differently when it is asked again is of no use, because nobody asks again. A proxy would resolve names by itself, and
// an agent that is made by hand knows none, whatever HTTPS_PROXY says.

export type GuardedAgentOptions = {
  /** Whether an address may not be connected to. */
  isForbidden: (address: string) => boolean;
  resolve: ResolveName;
  /** Certificates to trust instead of the well-known ones. */
  ca?: string;
  connectTimeoutMs?: number;
};

/** The connection was not even tried. */
export class ForbiddenAddress extends Error {}

export type Reach = 'public' | 'anywhere';

/** Where the operator permits private addresses, names are those of the machine; otherwise they are those of the internet. */
export function guardedAgent(reach: Reach, ca?: string): Agent {
  const options = ca === undefined ? {} : { ca };
  return reach === 'anywhere'
    ? makeAgent({ ...options, isForbidden: () => false, resolve: (name) => dns.lookup(name, { all: true }) })
    : makeAgent({ ...options, isForbidden: isSpecialAddress, resolve: askNameServers() });
}

export function makeAgent({ isForbidden, resolve, ca, connectTimeoutMs = 10_000 }: GuardedAgentOptions): Agent {
  // Always asked for all addresses, because of `autoSelectFamily`.
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
    // Of several addresses one that does not answer must not use up the time of the others.
    autoSelectFamily: true,
    // Otherwise NODE_TLS_REJECT_UNAUTHORIZED=0, set for something else, would let anybody read along.
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca }),
  });
  return new Agent({
    connect: (options, callback) => {
      // What is an address already is not looked up.
      const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
      if (isIP(host) !== 0 && isForbidden(host))
        callback(new ForbiddenAddress(`${host} may not be connected to.`), null);
      else connector({ ...options, hostname: host }, callback);
    },
    // HTTP/2 would put all requests to one host on one connection, to be lost together.
    allowH2: false,
    maxHeaderSize: 16 * 1024,
    // Endpoints may ask for longer, and a connection that nobody uses is one more that has to be kept.
    keepAliveMaxTimeout: 30_000,
    // The whole exchange has one limit, which is kept in `send-request.ts`.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}
