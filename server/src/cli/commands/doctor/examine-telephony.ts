import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { type AsteriskServer, asteriskServers } from '../../../compose/asterisk-servers.ts';
import type { Config } from '../../../config.ts';
import { connect, type Database } from '../../../database/connect.ts';
import { asteriskPhoneSystem } from '../../../engine/asterisk/provisioning/asterisk-phone-system.ts';
import {
  countCalls,
  type Inspection,
  inspectAsterisk,
} from '../../../engine/asterisk/provisioning/inspect-asterisk.ts';
import type { PartyState } from '../../../engine/phone-system.ts';
import { listActiveAccounts } from '../../../staff/queries.ts';
import { listDrained } from '../../../telephony/drain-queries.ts';
import { selectFaults } from '../../../telephony/provision-queries.ts';
import { listAllTrunks } from '../../../trunks/queries.ts';
import { trunkEndpoint } from '../../../trunks/trunk-endpoint.ts';
import { program } from '../../terminal/program-name.ts';
import { checkAsterisk } from './check-asterisk.ts';
import { checkNat, checkTrunks, type ExaminedTrunk } from './check-trunks.ts';
import { explainAri } from './explain-ari.ts';
import { type Finding, findOrFail } from './finding.ts';
import { checkRecordingFolder } from './recording-folder.ts';

/** Finds whatever keeps real calls from working: each Asterisk, and its trunks and phones. Changes nothing. */
export async function examineTelephony(
  config: Config,
  url: string,
  server: 'running' | 'not seen',
): Promise<Finding[]> {
  const servers = asteriskServers(config);
  if (servers.length === 0) {
    const message =
      'ASTERISK_URL is not set, so live calls are simulated. docs/going-live.md explains how to connect phones.';
    return [{ check: 'asterisk', status: 'ok', message }];
  }
  const db = connect(url, { poolSize: 1, applicationName: 'trunkline command', onIdleError: () => {} });
  try {
    const examined = servers.map((one) => findOrFail(`asterisk ${one.name}`, () => examineServer(db, one, server)));
    return (await Promise.all(examined)).flat();
  } finally {
    await db.close();
  }
}

async function examineServer(
  db: Database,
  { account, name, recordingFolder, sipProxy }: AsteriskServer,
  server: 'running' | 'not seen',
): Promise<Finding[]> {
  const found = await inspectAsterisk(account);
  const findings = [
    ...checkAsterisk(name, found, server),
    ...(await checkDrain(db, { name, account })),
    checkRecordingFolder(recordingFolder),
  ];
  if (found.kind !== 'there') return findings;
  try {
    return [...findings, ...(await examineParties(db, { account, name, sipProxy }, found))];
  } catch (error) {
    return [...findings, { check: `asterisk ${name}`, status: 'fail', message: explainAri(error) }];
  }
}

/** Examines the trunks and phones in one Asterisk. */
async function examineParties(
  db: Database,
  { account, name, sipProxy }: Pick<AsteriskServer, 'name' | 'account' | 'sipProxy'>,
  found: Extract<Inspection, { kind: 'there' }>,
): Promise<Finding[]> {
  const system = asteriskPhoneSystem(account, sipProxy);
  const phone_system_id = (await system.readMark())?.phoneSystemId;
  const faults = phone_system_id ? await selectFaults.all(db, { phone_system_id }) : [];
  const faultOf = new Map(faults.map(({ name, fault }) => [name, fault]));
  const trunks = await listAllTrunks.all(db, {});
  const phones = (await listActiveAccounts.all(db, {})).map(({ username }) => username);
  const states = await system.states([...trunks.map(({ trunk_id }) => trunkEndpoint(trunk_id)), ...phones]);
  const examined = await Promise.all(
    trunks.map(async ({ trunk_id, tenant_id, ...trunk }): Promise<ExaminedTrunk> => {
      const name = trunkEndpoint(trunk_id);
      const addresses = await addressesOf(trunk.host);
      const state = states.get(name) ?? 'unknown';
      return { ...trunk, name, tenantId: tenant_id, addresses, state, fault: faultOf.get(name) ?? null };
    }),
  );
  return [
    ...checkTrunks(examined, found),
    ...checkNat(`nat ${name}`, found.transports, examined, ownAddresses(account.url)),
    ...checkPhones(phones, states, faultOf),
  ];
}

async function checkDrain(
  db: Database,
  { name, account }: Pick<AsteriskServer, 'name' | 'account'>,
): Promise<Finding[]> {
  const drained = (await listDrained.all(db, {})).find((one) => one.name === name);
  if (!drained) return [];
  const calls = await countCalls(account).catch(() => 'an unknown number of');
  const message = `Drained since ${drained.drained_at.toISOString()}: it gets no new outbound calls, and has ${calls} calls. Back into service: ${program} asterisk undrain --server ${name}`;
  return [{ check: `asterisk ${name}`, status: 'warn', message }];
}

const mostNamed = 10;

function checkPhones(names: string[], states: Map<string, PartyState>, faults: Map<string, string | null>): Finding[] {
  const check = 'phones';
  const faulty = names.flatMap((name): Finding[] => {
    const fault = faults.get(name);
    return fault ? [{ check, status: 'fail', message: `Asterisk does not accept ${name}: ${fault}.` }] : [];
  });
  const away = names.filter((name) => states.get(name) !== 'registered');
  const registered = `${names.length - away.length} of ${names.length} phones are registered`;
  if (away.length === 0) return [...faulty, { check, status: 'ok', message: `${registered}.` }];
  const named = [...away.slice(0, mostNamed), ...(away.length > mostNamed ? ['and others'] : [])].join(', ');
  const advice = `Enter the address of Asterisk in each phone, with the user name and password of: ${program} staff account`;
  return [...faulty, { check, status: 'warn', message: `${registered}. Not registered: ${named}. ${advice}` }];
}

async function addressesOf(host: string): Promise<string[]> {
  return lookup(host, { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => [],
  );
}

/** The addresses of this machine if Asterisk runs on it; those of another machine are unknown. */
function ownAddresses(url: string): string[] {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const isHere = host === 'localhost' || host.startsWith('127.') || all.some(({ address }) => address === host);
  return isHere ? all.filter(({ internal }) => !internal).map(({ address }) => address) : [];
}
