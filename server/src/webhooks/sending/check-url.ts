import { isIP } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { FaultCode } from '../../platform/fault-codes.ts';
import { isSpecialAddress } from '../../platform/network/special-addresses.ts';
import type { Detail } from '../../platform/problem.ts';
import { askNameServers } from './name-servers.ts';

// Whether a webhook may have a URL. This check only shows the administrator a mistake early; the protection against SSRF is
// that every connection is checked again by its actual address.

export type LookUp = (name: string) => Promise<{ address: string }[]>;
export type UrlRules = {
  /** Permits `http` and private addresses. */
  allowPrivate: boolean;
  lookUp?: LookUp;
  patienceMs?: number;
};

export type CheckUrl = (url: string) => Promise<Detail | undefined>;

export function urlChecker(rules: UrlRules): CheckUrl {
  const addressesOf = withPatience(rules.lookUp ?? askNameServers(), rules.patienceMs ?? 2_000);
  return async (text) => {
    const url = URL.parse(text);
    // The parser also accepts https:example.com and https:///example.com, which are always mistakes.
    if (!url || /[\s\\]/.test(text) || !/^[a-z]+:\/\/[^/]/i.test(text) || url.port === '0')
      return fault('invalid_format', 'must be a URL such as https://example.com/hook');
    if (url.protocol !== 'https:' && !(rules.allowPrivate && url.protocol === 'http:'))
      return url.protocol === 'http:' ? insecure() : fault('invalid_format', 'must begin with https://');
    if (/^[^/]*\/*[^/?#]*@/.test(text)) return fault('invalid_format', 'must not contain a username or password');
    if (text.includes('#'))
      return fault('invalid_format', 'must not contain a fragment (#), because fragments are never sent');
    if (isTooLong(url.hostname))
      return fault(
        'invalid_format',
        'must have a host name of at most 253 characters, with at most 63 between two dots',
      );
    return rules.allowPrivate ? undefined : checkHost(url.hostname, addressesOf);
  };
}

/** RFC 1035, 2.3.4: such a name can never be resolved. */
function isTooLong(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return name.length > 253 || name.split('.').some(({ length }) => length > 63);
}

/** The parser has normalized addresses: 0x7f.1 and 2130706433 are 127.0.0.1 here. */
async function checkHost(hostname: string, addressesOf: LookUp): Promise<Detail | undefined> {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address)) return isSpecialAddress(address) ? notPublic() : undefined;
  const labels = hostname.replace(/\.$/, '').split('.');
  if (labels.includes('')) return fault('invalid_format', 'must contain a valid host name');
  if (labels.length === 1 || localNames.test(labels.join('.'))) return notPublic();
  const addresses = await addressesOf(hostname);
  return addresses.some(({ address }) => isSpecialAddress(address)) ? notPublic() : undefined;
}

const localNames = /(localhost|(^|\.)(local|internal|home\.arpa))$/;

const fault = (code: FaultCode, rule: string): Detail => ({ field: 'url', code, message: `url ${rule}.` });

/** A refusal that a setting can lift: `permitted_by` names the setting for the console. */
const unlessPermitted = (code: FaultCode, rule: string): Detail => ({
  ...fault(
    code,
    `${rule}. For development, WEBHOOK_ALLOW_PRIVATE=true npm start permits http:// and private addresses on this server`,
  ),
  permitted_by: 'WEBHOOK_ALLOW_PRIVATE',
});
const insecure = () => unlessPermitted('invalid_format', 'must begin with https://');
const notPublic = () =>
  unlessPermitted(
    'address_not_allowed',
    'must have a public address: private, local and other special addresses are not allowed',
  );

/**
 * Each name separately, so that no request waits for the name server of another. A name without an answer in time counts as
 * having no address.
 */
function withPatience(lookUp: LookUp, patienceMs: number): LookUp {
  return async (name) => {
    const patience = new AbortController();
    const timeout = setTimeout(patienceMs, [], { signal: patience.signal });
    try {
      return await Promise.race([lookUp(name), timeout]).catch(() => []);
    } finally {
      patience.abort();
    }
  };
}
