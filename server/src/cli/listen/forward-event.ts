import type { Agent } from 'undici';
import { uuidv7 } from '../../platform/ids.ts';
import { sendRequest } from '../../webhooks/send-request.ts';
import { signatureHeaders } from '../../webhooks/sign.ts';
import type { Forwarded } from './event-line.ts';
import type { ServerEvent } from './server-events.ts';

export type Target = { url: string; secret: string; agent: Agent };

/** Posts an event as a delivery would be: the same bytes, headers, signatures and patience. It is not tried again. */
export async function forwardEvent({ url, secret, agent }: Target, { id, data }: ServerEvent): Promise<Forwarded> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Trunkline-Webhooks/1',
    'x-request-id': uuidv7(),
    ...signatureHeaders([secret], { id, body: data }, new Date()),
  };
  const startedAt = performance.now();
  const outcome = await sendRequest(agent, { url, headers, body: data });
  const durationMs = Math.round(performance.now() - startedAt);
  if (outcome.kind === 'delivered' || outcome.kind === 'refused')
    return { kind: 'answered', status: outcome.status, durationMs };
  return { kind: 'unanswered', reason: outcome.kind === 'late' ? 'It was too late.' : outcome.reason, durationMs };
}
