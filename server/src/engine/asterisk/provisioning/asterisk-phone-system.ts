import { setTimeout as pause } from 'node:timers/promises';
import { idOf } from '../../../platform/ids.ts';
import type { AriAccount } from '../../../platform/network/ari-account.ts';
import type { Mark, Party, PartyState, PhoneSystem } from '../../phone-system.ts';
import { type Ari, AriRefusal, ariClient } from '../ari/ari-http.ts';
import { behindProxy } from './behind-proxy.ts';
import { carrierAddresses } from './carrier-addresses.ts';
import { type ObjectType, objectsOf, objectTypes, type PjsipObject } from './pjsip-objects.ts';
import { type Field, readRegistrations } from './registrations.ts';
import { watchPhones } from './watch-phones.ts';

// Writes trunks and phones into an Asterisk while it runs. Its sorcery.conf makes it store these objects after those that its
// administrator wrote in pjsip.conf, which Asterisk does not let clients change.

/** A field that Asterisk stores and ignores. An object without it was not written by us. */
const markField = '@trunkline';
/** An AOR that belongs to no phone; it carries the mark. */
const marked = { type: 'aor', name: 'trunkline' } as const;
const nameOfOurs = /^(trunk|staff)-\d+$/;

/** The time (ms) in which all objects of a party must be written. Asterisk resolves the addresses of a host meanwhile. */
const putPatience = 5_000;

const pathOf = (type: ObjectType, name: string) => `/asterisk/config/dynamic/res_pjsip/${type}/${name}`;

function objectsIn(ari: Ari) {
  /** 403 means that the object was written by hand. */
  async function erase(type: ObjectType, name: string): Promise<void> {
    await ari.remove(pathOf(type, name)).catch((error) => {
      if (!(error instanceof AriRefusal && error.status === 403)) throw error;
    });
  }

  return {
    erase,
    async read(type: ObjectType, name: string): Promise<Field[] | undefined> {
      try {
        return await ari.get<Field[]>(pathOf(type, name));
      } catch (error) {
        if (error instanceof AriRefusal && error.status === 404) return undefined;
        throw error;
      }
    },
    async write(name: string, { type, fields, isRecreated }: PjsipObject): Promise<void> {
      if (isRecreated) await erase(type, name);
      const marked = { ...fields, [markField]: fields[markField] ?? 'yes' };
      await ari.put(pathOf(type, name), {
        fields: Object.entries(marked).map(([attribute, value]) => ({ attribute, value })),
      });
    },
  };
}

/** `proxy` is the host and port of the SIP proxy in front of Asterisk; empty if there is none. */
export function asteriskPhoneSystem(account: AriAccount, proxy = ''): PhoneSystem {
  const ari = ariClient(account);
  const { read, write, erase } = objectsIn(ari);
  /** Not `/endpoints/PJSIP`: it answers 404 while there is no endpoint at all, as in a new Asterisk. */
  const endpoints = async () => {
    const all = await ari.get<{ technology: string; resource: string; state: string }[]>('/endpoints');
    return all.filter(({ technology }) => technology === 'PJSIP');
  };

  const online = async () =>
    new Set((await endpoints()).flatMap(({ resource, state }) => (state === 'online' ? [resource] : [])));

  return {
    name: new URL(account.url).host,
    online,

    async readMark() {
      const fields = await read(marked.type, marked.name);
      return fields && readMark(markOf(fields) ?? '', proxy);
    },
    async writeMark({ phoneSystemId, stamp }) {
      try {
        await write(marked.name, {
          type: marked.type,
          fields: { [markField]: [phoneSystemId, stamp, proxy].join('/') },
        });
      } catch (cause) {
        throw cause instanceof AriRefusal ? new Error(storesNothing, { cause }) : cause;
      }
    },

    async names() {
      return (await endpoints()).map(({ resource }) => resource).filter((name) => nameOfOurs.test(name));
    },

    async states(names) {
      const [there, registrations] = await Promise.all([endpoints(), readRegistrations(account)]);
      const online = new Map(there.map(({ resource, state }) => [resource, state === 'online']));
      const states = names.map(async (name): Promise<[string, PartyState]> => {
        const isOnline = online.get(name);
        if (isOnline === undefined) return [name, 'not provisioned'];
        if (name.startsWith('staff-')) return [name, isOnline ? 'registered' : 'not registered'];
        const registration = isOnline ? await read('registration', name) : undefined;
        return [name, isOnline ? ((registration && registrations(registration)) ?? 'reachable') : 'unreachable'];
      });
      return new Map(await Promise.all(states));
    },

    async put(party) {
      const { name } = party;
      const { read, write, erase } = objectsIn(ariClient(account, undefined, AbortSignal.timeout(putPatience)));
      try {
        if (proxy !== '' && party.kind === 'trunk' && party.transport === 'tls') return proxyHasNoTls;
        const objects = await describe(party, proxy);
        if (!objects) return hasNoAddress(trunkHost(party));
        const before = await read('endpoint', name);
        if (before && markOf(before) === undefined) return writtenByHand;
        // A trunk that no longer has credentials still has the objects for them.
        const unwanted = objectTypes.filter((type) => !objects.some((object) => object.type === type));
        if (party.kind === 'trunk') for (const type of unwanted) await erase(type, name);
        for (const object of objects) await write(name, object);
      } catch (error) {
        if (error instanceof AriRefusal) return explainRefusal(error, trunkHost(party));
        if (error instanceof DOMException && error.name === 'TimeoutError') return takesTooLong(trunkHost(party));
        throw error;
      }
      return undefined;
    },

    /** Objects that refer to others are removed first. */
    async remove(name) {
      for (const type of objectTypes.toReversed()) await erase(type, name);
    },

    // Asterisk asks for each phone at the proxy whether the phone is registered or not, so never faster.
    watchPhones: (log) =>
      proxy !== ''
        ? () => {}
        : watchPhones(account, {
            log,
            online: async () => [...(await online())],
            read: (name) => read('aor', name),
            write: (name, fields) => write(name, { type: 'aor', fields }),
          }),
  };
}

/** Undefined if the proxy must recognize a host for which no address is found in time. */
async function describe(party: Party, proxy: string): Promise<PjsipObject[] | undefined> {
  const objects = objectsOf(party);
  if (proxy === '') return objects;
  if (party.kind === 'phone') return behindProxy(party, objects, proxy, []);
  const late = pause(putPatience, [], { ref: false });
  const addresses = await Promise.race([carrierAddresses(party.host), late]);
  return addresses.length > 0 ? behindProxy(party, objects, proxy, addresses) : undefined;
}

const markOf = (fields: Field[]) => fields.find(({ attribute }) => attribute === markField)?.value;

/** Objects for another proxy are as good as lost: everything is written again. */
function readMark(text: string, proxy: string): Mark | undefined {
  const [phoneSystemId, stamp, writtenFor = ''] = text.split('/');
  return writtenFor === proxy && phoneSystemId && stamp
    ? { phoneSystemId: idOf('phone_system', phoneSystemId), stamp }
    : undefined;
}

const storesNothing =
  'Asterisk keeps nothing that it is told: give it the sorcery.conf of deploy/asterisk, and its user of ARI read_only=no.';
const writtenByHand = 'there is one of that name in its own configuration (pjsip.conf), which is left as it is';

const proxyHasNoTls = 'the SIP proxy has no TLS: give the trunk --transport tcp or udp';

const takesTooLong = (host: string) =>
  host === '' ? 'it takes too long' : `it takes too long, perhaps to find an address for the host ${host}`;

const hasNoAddress = (host: string) => `it finds no address for the host ${host}`;
const trunkHost = (party: Party) => (party.kind === 'trunk' ? party.host : '');

/** Asterisk's message names the object and never its contents. */
function explainRefusal({ status, message }: AriRefusal, host: string): string {
  if (status === 500) return writtenByHand;
  if (message.includes('/identify/')) return hasNoAddress(host);
  return `it refuses the settings (${status}); most likely it has no module for one of the codecs, see its messages.log`;
}
