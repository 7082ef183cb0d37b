import { ariClient, authorization } from '../../src/engine/asterisk/ari/ari-http.ts';
import { until } from '../until.ts';
import type { PhoneLab } from './start-phone-lab.ts';

/**
 * Records the audio that Asterisk sends to a party, from now until the channel is gone, and then returns it as a mono WAV file.
 * `app` is the application name of a running node.
 */
export async function recordChannel(
  { asterisk }: PhoneLab,
  app: string,
  channel: string,
): Promise<() => Promise<Buffer>> {
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
