import { isIP } from 'node:net';
import type { Inspection, Transport } from '../../../engine/asterisk/provisioning/inspect-asterisk.ts';
import type { PartyState } from '../../../engine/phone-system.ts';
import type { TenantId } from '../../../platform/ids.ts';
import { isSpecialAddress } from '../../../platform/network/special-addresses.ts';
import { program } from '../../terminal/program-name.ts';
import type { Finding } from './finding.ts';

export type ExaminedTrunk = {
  /** The name of the endpoint in Asterisk. */
  name: string;
  tenantId: TenantId;
  host: string;
  transport: string;
  codecs: string[];
  /** The addresses of its host; empty if it cannot be resolved. */
  addresses: string[];
  state: PartyState;
  /** Why Asterisk does not accept it. */
  fault: string | null;
};
type There = Extract<Inspection, { kind: 'there' }>;

/** One line for all working trunks, and one for each trunk with a fault. */
export function checkTrunks(trunks: ExaminedTrunk[], asterisk: There): Finding[] {
  const check = 'trunks';
  const none = `There is no trunk, so no outside number can be called. Create one: ${program} trunk create --help`;
  if (trunks.length === 0) return [{ check, status: 'warn', message: none }];
  const findings = trunks.map((trunk) => checkTrunk(trunk, asterisk));
  const well = findings.filter((findings) => findings.length === 0).length;
  const message = `${well} ${well === 1 ? 'trunk works' : 'trunks work'}.`;
  return [...findings.flat(), ...(well > 0 ? [{ check, status: 'ok' as const, message }] : [])];
}

function checkTrunk(trunk: ExaminedTrunk, asterisk: There): Finding[] {
  const { name, tenantId, host, addresses, fault, state } = trunk;
  const say = (status: 'warn' | 'fail', message: string): Finding[] => [
    { check: 'trunks', status, message: `${name} of tenant ${tenantId} ${message}` },
  ];
  if (addresses.length === 0)
    return say('fail', `leads to ${host}, which has no address in DNS. Correct its host, or check the name server.`);
  if (fault) return say('fail', `is not accepted by Asterisk: ${fault}.`);
  return [
    ...(stateFindings[state] ? say(stateFindings[state][0], stateFindings[state][1]) : []),
    ...checkTransport(trunk, asterisk).flatMap((message) => say('fail', message)),
    ...checkCodecs(trunk, asterisk).flatMap(([status, message]) => say(status, message)),
  ];
}

const stateFindings: Partial<Record<PartyState, ['warn' | 'fail', string]>> = {
  'not provisioned': ['fail', 'is not in Asterisk. A running server adds it within seconds; read its log.'],
  unreachable: [
    'fail',
    'does not answer Asterisk. Check its host, port and transport, and whether the firewall allows SIP in both directions.',
  ],
  rejected: [
    'fail',
    'is refused by the carrier. Check user name and password, and whether the carrier knows your address.',
  ],
  'not registered': ['fail', 'is not registered with the carrier. Check its host, and read messages.log of Asterisk.'],
  unknown: ['warn', 'has an unknown state.'],
};

function checkTransport({ transport }: ExaminedTrunk, { transports }: There): string[] {
  if (transports.length === 0 || transports.some(({ protocol }) => protocol === transport)) return [];
  return [`uses ${transport}, for which Asterisk has no transport. Add one to pjsip.conf, and restart Asterisk.`];
}

/** The modules that provide a codec; one of them is enough. */
const codecModules: Record<string, string[]> = {
  ulaw: ['codec_ulaw'],
  alaw: ['codec_alaw'],
  g722: ['codec_g722'],
  opus: ['codec_opus', 'codec_opus_open_source'],
};

function checkCodecs({ codecs }: ExaminedTrunk, { modules }: There): ['warn' | 'fail', string][] {
  const missing = codecs.filter((codec) => !codecModules[codec]?.some((module) => modules.has(module)));
  if (missing.length === 0) return [];
  if (missing.length === codecs.length)
    return [
      [
        'fail',
        `uses only ${missing.join(', ')}, for which Asterisk has no module, so calls have no sound. Load codec_${missing[0]} in modules.conf.`,
      ],
    ];
  return [
    [
      'warn',
      `may use ${missing.join(', ')}, for which Asterisk has no module. Load it in modules.conf, or remove it from the trunk's codecs.`,
    ],
  ];
}

/**
 * Behind NAT, an Asterisk that does not know its public address sends carriers its private one. They send the audio nowhere,
 * and one party hears nothing. `own` are the addresses of its machine, if known.
 */
export function checkNat(check: string, transports: Transport[], trunks: ExaminedTrunk[], own: string[]): Finding[] {
  const isOutside = trunks.some(({ addresses }) => addresses.some((address) => !isSpecialAddress(address)));
  return transports
    .filter(({ protocol }) => trunks.some(({ transport }) => transport === protocol))
    .map((transport): Finding => {
      const fault = isOutside ? natFault(transport, own) : undefined;
      if (fault)
        return { check, status: fault.status, message: `The transport ${transport.protocol} ${fault.message}` };
      return {
        check,
        status: 'ok',
        message: `The transport ${transport.protocol} gives carriers an address that they can reach.`,
      };
    });
}

type Fault = { status: 'warn' | 'fail'; message: string };
const restart = 'in pjsip.conf, and restart Asterisk.';

function natFault({ bind, externalMedia, externalSignaling, localNets }: Transport, own: string[]): Fault | undefined {
  if (externalMedia === '' && externalSignaling === '') return hiddenFault(bind, own);
  if (externalMedia !== externalSignaling)
    return {
      status: 'warn',
      message: `has different addresses in external_media_address and external_signaling_address. Use the same one ${restart}`,
    };
  if (isIP(externalMedia) !== 0 && isSpecialAddress(externalMedia))
    return {
      status: 'fail',
      message: `gives carriers the address ${externalMedia}, which they cannot reach. Set the public one ${restart}`,
    };
  if (localNets.length === 0)
    return {
      status: 'warn',
      message: `has no local_net, so phones in your own network get the public address too. Add your private networks ${restart}`,
    };
  return undefined;
}

/** Without an external address Asterisk advertises its own: can carriers send to it? */
function hiddenFault(bind: string, own: string[]): Fault | undefined {
  const bound = bind.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  const addresses = bound === '0.0.0.0' || bound === '::' ? own : [bound];
  if (addresses.length === 0)
    return {
      status: 'warn',
      message: `has no external_media_address. If Asterisk is behind NAT, set its public address there and in external_signaling_address ${restart}`,
    };
  if (addresses.some((address) => !isSpecialAddress(address))) return undefined;
  return {
    status: 'fail',
    message: `gives carriers a private address, so one side has no sound. Set the public one in external_media_address and external_signaling_address, and your private networks in local_net, ${restart}`,
  };
}
