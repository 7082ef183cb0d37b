import { encodeId } from '../platform/ids.ts';
import type { DeliveryRow } from './delivery-queries.ts';

/** A delivery as the API shows it. */
export function deliveryAnswer({ delivery_id, event_id, ...delivery }: DeliveryRow) {
  return { delivery_id: encodeId('dlv', delivery_id), event_id: encodeId('evt', event_id), ...delivery };
}
