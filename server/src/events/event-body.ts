import { type EventId, encodeId } from '../platform/ids.ts';

export type RecordedEvent = {
  event_id: EventId;
  type: string;
  is_test: boolean;
  /** The text of the column `data`, unchanged: select it as `data::text`. */
  data: string;
  created_at: Date;
};

/** The request body of an event for receivers. It depends only on the event: every attempt has the same bytes. */
export function eventBody({ event_id, type, is_test, data, created_at }: RecordedEvent): string {
  const head = JSON.stringify({ id: encodeId('evt', event_id), type, timestamp: created_at, test: is_test });
  return `${head.slice(0, -1)},"data":${data}}`;
}
