import { eventBody, type RecordedEvent } from '../../events/event-body.ts';
import { encodeId, uuidv7 } from '../../platform/ids.ts';
import type { Sending } from './send-request.ts';
import { type Signed, signatureHeaders } from './sign.ts';

/** The time of an attempt, and its span if traces are exported. */
type Moment = { at: Date; traceparent?: string | undefined };

/** The request of one attempt: the same body each time, with a new signature. */
export function requestOf(
  url: string,
  event: RecordedEvent,
  secrets: readonly string[],
  { at, traceparent }: Moment,
): Sending {
  const request = signedRequest(url, { id: encodeId('evt', event.event_id), body: eventBody(event) }, secrets, at);
  return traceparent === undefined ? request : { ...request, headers: { ...request.headers, traceparent } };
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
