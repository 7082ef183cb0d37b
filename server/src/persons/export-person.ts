import type { Readable } from 'node:stream';
import { blockedAmong } from '../blocked-numbers/clear-reasons.ts';
import { readCallDetail } from '../call-detail/read-call-detail.ts';
import { annotationOf } from '../calls/state/erase-calls.ts';
import type { Database } from '../database/connect.ts';
import { type CallRef, callRefOf } from '../platform/call-ref.ts';
import { encodeId, type TenantId } from '../platform/ids.ts';
import { Problem } from '../platform/problem.ts';
import { openRecording } from '../recordings/erase-recordings.ts';
import type { Stores } from '../recordings/library.ts';
import { deliveriesOf } from '../webhooks/deliveries/erase-deliveries.ts';
import { type EventPage, eventPage, firstEvent, namesOf, type SoughtCopies } from './copies-of-person.ts';
import { answersToErase, type KeptAnswers } from './erase-answers.ts';
import type { Person } from './find-person.ts';

export type Exported = {
  customers: number;
  calls: number;
  recordings: number;
  recordings_missing: number;
  kept_answers: number;
  blocked_numbers: number;
};

type Parts = { stores: Stores; answers: KeptAnswers };

/**
 * Writes everything that an erasure would remove as one JSON object, piece by piece: recordings are inside, in base64, and
 * together may be larger than the memory. Counts into `exported`.
 */
export async function* exportPerson(
  db: Database,
  { stores, answers }: Parts,
  tenantId: TenantId,
  person: Person,
  exported: Exported,
): AsyncGenerator<string, void, void> {
  const { customers, numbers, customerIds } = person;
  exported.customers = customers.length;
  yield `{"exported_at":${JSON.stringify(new Date())},"tenant_id":${tenantId},"customers":${JSON.stringify(customers)}`;

  yield ',"calls":[';
  for (const found of person.calls) {
    const call = callRefOf({ ...found, tenant_id: tenantId });
    const detail = { ...(await readCallDetail(db, call)), ...(await annotationOf(db, call)) };
    yield `${exported.calls++ > 0 ? ',' : ''}\n{"audio":`;
    yield* found.is_recorded ? audioOf(db, stores, call, exported) : ['null'];
    yield `,${JSON.stringify(detail).slice(1)}`;
  }

  const callIds = namesOf(person.calls.map(({ call_id }) => call_id));
  yield '],"events":[';
  // Without the numbers: events have masks of them, and another person's number may have the same mask.
  let sought: SoughtCopies = { callIds, customerIds, numbers: [] };
  let page: EventPage | undefined;
  let isFirst = true;
  do {
    page = await eventPage(db, tenantId, sought, page?.last ?? firstEvent);
    const deliveries = Map.groupBy(await deliveriesOf(db, tenantId, page.events), ({ event_id }) => event_id);
    for (const { event_id, ...event } of page.events) {
      const sent = (deliveries.get(event_id) ?? []).map(({ webhook_id, status, attempts, created_at }) => {
        return { webhook_id, status, attempts, created_at };
      });
      yield `${isFirst ? '' : ','}\n${JSON.stringify({ event_id: encodeId('evt', event_id), ...event, deliveries: sent })}`;
      isFirst = false;
    }
    sought = { ...sought, customerIds: page.customerIds };
  } while (page.last !== undefined);

  yield '],"kept_answers":[';
  for await (const kept of answersToErase(db, answers, tenantId, { ...sought, numbers }))
    for (const { idempotency_key, body } of kept)
      yield `${exported.kept_answers++ > 0 ? ',' : ''}\n{"idempotency_key":${JSON.stringify(idempotency_key)},"body":${body}}`;
  const blocked = await blockedAmong(db, tenantId, numbers);
  exported.blocked_numbers = blocked.length;
  yield `],"blocked_numbers":${JSON.stringify(blocked)}}\n`;
}

/** The recording as JSON. One on another node's disk is null, and counted. */
async function* audioOf(db: Database, stores: Stores, call: CallRef, exported: Exported): AsyncGenerator<string> {
  const opened = await openRecording(db, stores, call).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    return undefined;
  });
  if (!opened) {
    exported.recordings_missing++;
    yield 'null';
    return;
  }
  exported.recordings++;
  yield '{"format":"wav","base64":"';
  yield* base64Of(opened);
  yield '"}';
}

/** Three bytes are four characters, so pieces are cut at multiples of three. */
async function* base64Of(stream: Readable): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const piece of stream) {
    const bytes = Buffer.concat([rest, piece]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.subarray(0, whole).toString('base64');
    rest = bytes.subarray(whole);
  }
  yield rest.toString('base64');
}
