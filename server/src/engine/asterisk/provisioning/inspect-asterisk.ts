import type { AriAccount } from '../../../platform/network/ari-account.ts';
import { AriRefusal, ariClient } from '../ari/ari-http.ts';
import type { AriChannel, AriInfo } from '../ari/ari-messages.ts';
import { callNameOf } from '../ari/call-names.ts';

// What there is to see of an Asterisk from outside. Nothing is changed.

export type Transport = {
  protocol: string;
  /** Such as 0.0.0.0:5060. */
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
      /** The modules that are running, without `.so`. */
      modules: Set<string>;
      hasDialplan: boolean;
      /** The nodes of Trunkline that follow its calls. */
      apps: string[];
      /** Those of deploy/asterisk; others have names that nobody knows. */
      transports: Transport[];
    };

export async function inspectAsterisk(account: AriAccount): Promise<Inspection> {
  const ari = ariClient(account);
  try {
    const { system } = await ari.get<AriInfo & { system: { version: string } }>('/asterisk/info');
    const [modules, dialplan, apps, transports] = await Promise.all([
      ari.get<{ name: string; status: string }[]>('/asterisk/modules'),
      ari.get<{ value: string }>('/asterisk/variable', { variable: 'TRUNKLINE_DIALPLAN' }),
      ifThere(ari.get<{ name: string }[]>('/applications')),
      Promise.all(['udp', 'tcp', 'tls'].map(readTransport)),
    ]);
    return {
      kind: 'there',
      version: system.version,
      modules: new Set(modules.filter(({ status }) => status === 'Running').map(({ name }) => name.replace('.so', ''))),
      hasDialplan: dialplan.value === 'yes',
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

/** Nothing where that part of ARI is not loaded; the list of modules says so. */
async function ifThere<T>(asked: Promise<T[]>): Promise<T[]> {
  return asked.catch((error) => {
    if (error instanceof AriRefusal && error.status === 404) return [];
    throw error;
  });
}

/** How many calls it has, also those that are not ours. Fails where it does not answer. */
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
