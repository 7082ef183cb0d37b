import { ariClient, authorization } from '../../src/engine/asterisk/ari/ari-http.ts';
import { until } from '../until.ts';
import type { PhoneLab } from './start-phone-lab.ts';

/**
 * Records what somebody hears, from now until his line is gone, and then gives it as a WAV file of one channel. `app` is the
 * name of a node that is there.
 */
export async function overhear({ asterisk }: PhoneLab, app: string, channel: string): Promise<() => Promise<Buffer>> {
  const ari = ariClient(asterisk);
  const name = `heard-${crypto.randomUUID()}`;
  await ari.post(`/channels/${encodeURIComponent(channel)}/snoop/${name}`, { spy: 'out', app });
  await until(() =>
    ari.post(`/channels/${name}/record`, { name, format: 'wav' }).then(
      () => true,
      () => false,
    ),
  );
  return async () => {
    const file = await until(async () => {
      const response = await fetch(`${asterisk.url}/recordings/stored/${name}/file`, {
        headers: authorization(asterisk),
      });
      return response.ok && response.arrayBuffer();
    });
    return Buffer.from(file);
  };
}
