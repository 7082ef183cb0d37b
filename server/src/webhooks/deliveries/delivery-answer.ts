import { encodeId } from '../../platform/ids.ts';
import type { DeliveryRow } from '../queue/delivery-queries.ts';

/** A delivery as the API shows it. */
export function deliveryAnswer({ delivery_id, event_id, attempts, ...delivery }: DeliveryRow) {
  const { event_type, status, ...times } = delivery;
  const shown = attempts.map((attempt) => ({ ...attempt, error_code: attempt.error_code ?? null }));
  const ids = { delivery_id: encodeId('dlv', delivery_id), event_id: encodeId('evt', event_id) };
  return { ...ids, event_type, status, attempts: shown, ...times };
}

/**
 * A delivery as the answer to a retry: without the responses of the endpoint, which may name a person and must not be kept for
 * repeated requests once the person is erased.
 */
export function retriedAnswer(delivery: DeliveryRow) {
  const answer = deliveryAnswer(delivery);
  return { ...answer, attempts: answer.attempts.map((attempt) => ({ ...attempt, response_body: null })) };
}
