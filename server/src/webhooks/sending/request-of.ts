import { eventBody, type RecordedEvent } from '../../events/event-body.ts';
import { encodeId, uuidv7 } from '../../platform/ids.ts';
import type { Sending } from './send-request.ts';
import { type Signed, signatureHeaders } from './sign.ts';

/** The request of one attempt: the same body each time, with a new signature. */
export function requestOf(url: string, event: RecordedEvent, secrets: readonly string[], at: Date): Sending {
  return signedRequest(url, { id: encodeId('evt', event.event_id), body: eventBody(event) }, secrets, at);
}

/** The same for a body that was made elsewhere. */
export function signedRequest(url: string, { id, body }: Signed, secrets: readonly string[], at: Date): Sending {
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Trunkline-Webhooks/1',
      'x-request-id': uuidv7(),
      ...signatureHeaders(secrets, { id, body }, at),
    },
  };
}
