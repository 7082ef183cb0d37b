import type { Sender } from '../../../webhooks/sending/guarded-agent.ts';
import { signedRequest } from '../../../webhooks/sending/request-of.ts';
import { sendRequest } from '../../../webhooks/sending/send-request.ts';
import type { Forwarded } from './event-line.ts';
import type { ServerEvent } from './server-events.ts';

export type Target = { url: string; secret: string; agent: Sender };

/** Posts an event as a delivery would: the same bytes, headers, signatures and timeout. There is no retry. */
export async function forwardEvent({ url, secret, agent }: Target, { id, data }: ServerEvent): Promise<Forwarded> {
  const startedAt = performance.now();
  const outcome = await sendRequest(agent, signedRequest(url, { id, body: data }, [secret], new Date()));
  const durationMs = Math.round(performance.now() - startedAt);
  if (outcome.kind === 'delivered' || outcome.kind === 'refused')
    return { kind: 'answered', status: outcome.status, durationMs };
  return { kind: 'unanswered', reason: outcome.kind === 'late' ? 'Timed out.' : outcome.reason, durationMs };
}
