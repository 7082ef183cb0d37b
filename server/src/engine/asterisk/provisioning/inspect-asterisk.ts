import type { AriAccount } from '../../../platform/network/ari-account.ts';
import { AriRefusal, ariClient } from '../ari/ari-http.ts';
import type { AriChannel, AriInfo } from '../ari/ari-messages.ts';
import { callNameOf } from '../ari/call-names.ts';
import { canMuteRecordings } from '../ari/mute-recording.ts';

// Reads the state of an Asterisk from outside, and changes nothing.

export type Transport = {
  protocol: string;
  /** For example 0.0.0.0:5060. */
  bind: string;
  externalMedia: string;
  externalSignaling: string;
  localNets: string[];
};

export type Inspection =
  | { kind: 'out of reach'; reason: string }
  | { kind: 'refused' }
  | { kind: 'no ARI'; status: number }
  | {
      kind: 'there';
      version: string;
      /** The running modules, without `.so`. */
      modules: Set<string>;
      hasDialplan: boolean;
      canPauseRecordings: boolean;
      /** The Trunkline nodes that follow the calls of this Asterisk. */
      apps: string[];
      /** Only those of deploy/asterisk; the names of others are unknown. */
      transports: Transport[];
    };

export async function inspectAsterisk(account: AriAccount): Promise<Inspection> {
  const ari = ariClient(account);
  try {
    const { system } = await ari.get<AriInfo & { system: { version: string } }>('/asterisk/info');
    const [modules, dialplan, apps, transports, canPauseRecordings] = await Promise.all([
      ari.get<{ name: string; status: string }[]>('/asterisk/modules'),
      ari.get<{ value: string }>('/asterisk/variable', { variable: 'TRUNKLINE_DIALPLAN' }),
      ifThere(ari.get<{ name: string }[]>('/applications')),
      Promise.all(['udp', 'tcp', 'tls'].map(readTransport)),
      canMuteRecordings(account),
    ]);
    return {
      kind: 'there',
      version: system.version,
      modules: new Set(modules.filter(({ status }) => status === 'Running').map(({ name }) => name.replace('.so', ''))),
      hasDialplan: dialplan.value === 'yes',
      canPauseRecordings,
      apps: apps.map(({ name }) => name).filter((name) => name.startsWith('trunkline-')),
      transports: transports.flat(),
    };
  } catch (error) {
    return explain(error);
  }

  async function readTransport(name: string): Promise<Transport[]> {
    const path = `/asterisk/config/dynamic/res_pjsip/transport/${name}`;
    const fields = await ifThere(ari.get<{ attribute: string; value: string }[]>(path));
    if (fields.length === 0) return [];
    const valuesOf = (name: string) => fields.filter(({ attribute }) => attribute === name).map(({ value }) => value);
    const fieldOf = (name: string) => valuesOf(name)[0] ?? '';
    return [
      {
        protocol: fieldOf('protocol'),
        bind: fieldOf('bind'),
        externalMedia: fieldOf('external_media_address'),
        externalSignaling: fieldOf('external_signaling_address'),
        localNets: valuesOf('local_net').filter(Boolean),
      },
    ];
  }
}

/** An empty list if that part of ARI is not loaded; the list of modules shows it. */
async function ifThere<T>(asked: Promise<T[]>): Promise<T[]> {
  return asked.catch((error) => {
    if (error instanceof AriRefusal && error.status === 404) return [];
    throw error;
  });
}

/** The number of calls on this Asterisk, including those that are not ours. Throws if it does not answer. */
export async function countCalls(account: AriAccount): Promise<number> {
  const channels = await ariClient(account).get<AriChannel[]>('/channels');
  return new Set(channels.map((channel) => callNameOf(channel) ?? channel.id)).size;
}

function explain(error: unknown): Inspection {
  if (error instanceof AriRefusal)
    return error.status === 401 || error.status === 403
      ? { kind: 'refused' }
      : { kind: 'no ARI', status: error.status };
  const { cause, message } = error as Error;
  return { kind: 'out of reach', reason: cause instanceof Error ? cause.message : message };
}
