import type { AriAccount } from '../../../platform/network/ari-account.ts';
import type { PartyState } from '../../phone-system.ts';
import { authorization } from '../ari/ari-http.ts';

// How carriers answered our registrations. ARI does not show this, but Asterisk's metrics do (prometheus.conf).

/** A field of an object, as ARI shows it. */
export type Field = { attribute: string; value: string };

const line = /^asterisk_pjsip_outbound_registration_status\{(.*)\} (\d)/gm;
const states: Record<string, PartyState> = { 0: 'not registered', 1: 'registered', 2: 'rejected' };
const patience = 5_000;

/** Returns a lookup of registration states; undefined for one without an answer yet, or if the metrics are not available. */
export async function readRegistrations(
  account: AriAccount,
): Promise<(registration: Field[]) => PartyState | undefined> {
  const known = new Map(
    [...(await readMetrics(account)).matchAll(line)].map(([, labels = '', value = '']) => {
      const label = (name: string) => labels.match(new RegExp(`${name}="([^"]*)"`))?.[1];
      return [`${label('username')} ${label('domain')}`, states[value]];
    }),
  );
  return (registration) => {
    const field = (name: string) => registration.find(({ attribute }) => attribute === name)?.value;
    return known.get(`${field('client_uri')} ${field('server_uri')}`);
  };
}

async function readMetrics({ url, user, password }: AriAccount): Promise<string> {
  const headers = authorization({ user, password });
  const answer = await fetch(url.replace(/\/ari$/, '/metrics'), { headers, signal: AbortSignal.timeout(patience) });
  const text = await answer.text();
  return answer.ok ? text : '';
}
