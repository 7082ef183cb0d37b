import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../src/platform/error-code.ts';
import { until } from '../until.ts';
import { type LabAsterisk, prepareAsterisk } from './asterisk.ts';
import { type CallIn, type FarEnd, startCaller, startFarEnd } from './far-end.ts';
import { freeTcpPort, freeUdpPort } from './free-port.ts';
import { partiesOf } from './parties.ts';
import type { Programs } from './programs.ts';
import type { ScriptedCaller } from './scenarios/calling-scenario.ts';
import type { SipCredentials } from './scenarios/challenging-scenario.ts';
import { type Softphone, type SoftphoneAccount, startSoftphone } from './softphone.ts';

// Real telephony without hardware: an Asterisk, a carrier and the phones of the staff, all on this machine, connected by real
// SIP and RTP. Each lab has its own addresses in 127.0.0.0/8, so several can run at the same time.

export type PhoneLab = {
  asterisk: LabAsterisk;
  /** The far end of the trunk `carrier`, once that is added; its tone has 1000 Hz. */
  carrier: FarEnd;
  /** The staff's phones; their tone has 440 Hz. */
  phones: FarEnd;
  /** A folder that Asterisk can write to. */
  recordings: string;
  /** The settings of a Trunkline that uses this Asterisk. */
  settings: { ASTERISK_URL: string[]; ASTERISK_TRUNK: string; ASTERISK_RECORDINGS: string; SIP_REGISTRAR: string };
  /** Adds the carrier, a second one that is dead, and the phones; see `parties.ts`. */
  addParties(): Promise<void>;
  /** Adds a trunk to a carrier. */
  addTrunk(name: string, place: { host: string; port: number }): Promise<void>;
  /** The state in ARI: `online` when the trunk or phone has answered, else `offline`. */
  stateOf(name: string): Promise<string | undefined>;
  /** Resolves when Asterisk has noticed that the dead carrier does not answer; until then it tries calls over it. */
  deadCarrierIsFound(): Promise<void>;
  /** Starts an inbound call over the carrier, or from an address. */
  callIn(caller: ScriptedCaller, over?: { address: string }): Promise<CallIn>;
  /** A phone that registers, and behaves like those of the lab when it is called. */
  softphone(account: SoftphoneAccount): Promise<Softphone>;
  /** One more carrier, with its own address; with credentials it requires them for every call and registration. */
  anotherCarrier(options?: {
    credentials?: SipCredentials;
    transport?: 'udp' | 'tcp';
  }): Promise<FarEnd & { host: string; port: number }>;
  /** The channels and bridges that Asterisk still has. */
  leftovers(): Promise<string[]>;
  removeLeftovers(): Promise<void>;
  stop(): Promise<void>;
};

/** The names of the phones, whose digits choose how they behave: see `answering-scenario.ts`. */
const phoneNames = [
  ...['alice', 'hanako', 'ichiro'],
  ...['404', '408', '480', '486', '503', '603', '774', '775', '776', '778', '779', '998', '999'].map(
    (d) => `phone${d}`,
  ),
];
const staffTone = 440;
const customerTone = 1_000;

/** Starts the lab, with an Asterisk that has no endpoint yet; `stop` leaves nothing behind. */
export async function startPhoneLab(programs: Programs): Promise<PhoneLab> {
  await using starting = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-phones-'));
  starting.defer(() => rmSync(folder, { recursive: true, force: true }));
  const recordings = join(folder, 'recordings');
  await mkdir(recordings);

  const addresses = ownAddresses();
  const farEnd = async (name: 'carrier' | 'phones', hertz: number, tries = 3): Promise<FarEnd & { port: number }> => {
    const port = await freeUdpPort(addresses[name]);
    try {
      const place = { folder: join(folder, name), address: addresses[name], port, hertz };
      return { ...(await startFarEnd(programs.sipp, place)), port };
    } catch (error) {
      // Another program may have taken the free port before SIPp did.
      if (tries === 1 || !messageOf(error).includes('Address already in use')) throw error;
      return farEnd(name, hertz, tries - 1);
    }
  };
  const carrier = await farEnd('carrier', customerTone);
  starting.defer(carrier.stop);
  const phones = await farEnd('phones', staffTone);
  starting.defer(phones.stop);

  const sipPort = await freeUdpPort(addresses.asterisk);
  const asterisk = await prepareAsterisk(join(folder, 'asterisk'), programs, {
    name: 'lab',
    address: addresses.asterisk,
    httpPort: await freeTcpPort(addresses.asterisk),
    sipPort,
    password: randomBytes(16).toString('hex'),
  });
  await asterisk.start();
  starting.defer(asterisk.kill);

  let callers = 0;
  let carriers = 0;
  const started = starting.move();
  const { addTrunk, addPhone } = partiesOf(asterisk);

  async function softphone(account: SoftphoneAccount): Promise<Softphone> {
    const phone = await startSoftphone(account, {
      address: addresses.phones,
      registrar: { address: addresses.asterisk, port: sipPort },
      farEnd: { address: addresses.phones, port: phones.port },
    });
    started.defer(phone.stop);
    return phone;
  }

  async function registerPhone(name: string): Promise<void> {
    const phone = await softphone(await addPhone(name));
    if ((await phone.register()) !== 200) throw new Error(`The phone ${name} could not register.`);
  }

  return {
    asterisk,
    carrier,
    phones,
    recordings,
    settings: {
      ...{ ASTERISK_URL: [accountUrl(asterisk)], ASTERISK_TRUNK: 'carrier', ASTERISK_RECORDINGS: recordings },
      SIP_REGISTRAR: asterisk.sipAddress,
    },
    async addParties() {
      await addTrunk('carrier', { host: addresses.carrier, port: carrier.port });
      await addTrunk('dead-carrier', { host: addresses.unused, port: 5060 });
      await addPhone('unregistered');
      await Promise.all(phoneNames.map(registerPhone));
    },
    addTrunk,
    async stateOf(name) {
      const endpoints = await asterisk.ask<{ resource: string; state: string }[]>('/endpoints');
      return endpoints.find(({ resource }) => resource === name)?.state;
    },
    async deadCarrierIsFound() {
      await until(async () => /dead-carrier.* Unavail /.test(await asterisk.command('pjsip show contacts')));
    },
    callIn: (caller, over = { address: addresses.carrier }) =>
      startCaller(programs.sipp, caller, {
        folder: join(folder, `caller-${++callers}`),
        address: over.address,
        target: asterisk.sipAddress,
        hertz: customerTone,
      }),
    softphone,
    async anotherCarrier(options = {}) {
      const host = addresses.carrier.replace(/\d+$/, `${10 + ++carriers}`);
      const start = async () => {
        const port = await freeUdpPort(host);
        const place = { folder: join(folder, `carrier-${host}-${port}`), address: host, port, hertz: customerTone };
        return { ...(await startFarEnd(programs.sipp, { ...place, ...options })), host, port };
      };
      // Another process may bind the free port first, on all addresses at once.
      const carrier = await start().catch(start);
      started.defer(carrier.stop);
      return carrier;
    },
    async leftovers() {
      const lists = await Promise.all(
        ['/channels', '/bridges'].map((path) => asterisk.ask<{ id: string; name: string }[]>(path)),
      );
      return lists.flat().map(({ id, name }) => `${id} ${name}`);
    },
    async removeLeftovers() {
      for (const { id } of await asterisk.ask<{ id: string }[]>('/channels')) await asterisk.hangUp(id);
      for (const { id } of await asterisk.ask<{ id: string }[]>('/bridges'))
        await asterisk.send('DELETE', `/bridges/${id}`);
    },
    stop: () => started.disposeAsync(),
  };
}

const accountUrl = ({ url, user: username, password }: LabAsterisk) =>
  Object.assign(new URL(url), { username, password }).href;

function ownAddresses() {
  const network = `127.${randomInt(16, 240)}.${randomInt(256)}`;
  return {
    asterisk: `${network}.1`,
    carrier: `${network}.2`,
    phones: `${network}.3`,
    unused: `${network}.9`,
  };
}
