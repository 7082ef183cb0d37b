import { eventTypes } from '../server/src/events/event-types.ts';
import type { Api } from './api.ts';
import type { Receiver } from './receiver.ts';

/** Makes a webhook for all events. */
export async function subscribe(client: Api, name: string, receiver: Receiver): Promise<void> {
  const answer = await client.send('POST', '/webhooks', { url: receiver.urlFor(name), events: eventTypes });
  if (answer?.status !== 201) throw new Error(`No webhook: ${answer?.text}`);
  receiver.expect(name, (answer.body as { data: { secret: string } }).data.secret);
}
