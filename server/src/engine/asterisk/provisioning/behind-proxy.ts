import type { Party } from '../../phone-system.ts';
import type { PjsipObject } from './pjsip-objects.ts';

// Several Asterisk servers behind one SIP proxy (deploy/cluster/kamailio.cfg). Phones register with the proxy, so each Asterisk
// rings them there. Carriers are called through the proxy, which names the address that a call came from in a header.

/** `proxy` is an address with a port. `addresses` are those of the trunk's carrier. */
export function behindProxy(party: Party, objects: PjsipObject[], proxy: string, addresses: string[]): PjsipObject[] {
  const changed = party.kind === 'phone' ? phoneFields(party.name, proxy) : trunkFields(proxy, addresses);
  return objects.map((object) => {
    const { match: _, ...fields } = object.fields;
    return {
      ...object,
      fields: { ...fields, ...changed[object.type] },
      ...(object.type === 'aor' && { isRecreated: true }),
    };
  });
}

type Changed = Partial<Record<PjsipObject['type'], Record<string, string>>>;

/** The proxy refuses OPTIONS for a phone that is not registered with it. */
const phoneFields = (name: string, proxy: string): Changed => ({
  aor: { contact: `sip:${name}@${proxy}`, qualify_2xx_only: 'yes', qualify_frequency: '10', qualify_timeout: '3' },
});

function trunkFields(proxy: string, addresses: string[]): Changed {
  const outbound_proxy = `sip:${proxy};lr`;
  const known = addresses.map((address) => address.replaceAll('.', '\\.')).join('|');
  return {
    aor: { outbound_proxy },
    endpoint: { outbound_proxy, identify_by: 'header' },
    identify: { match_header: `X-Trunkline-Source: /^(${known})$/` },
    registration: { outbound_proxy },
  };
}
