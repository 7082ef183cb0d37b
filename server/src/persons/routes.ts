import type { FastifyInstance, RouteOptions } from 'fastify';
import { customersOf } from '../customers/erase-customers.ts';
import type { Database } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import { offsetOf, pagination } from '../http/input/paging.ts';
import { byId } from '../http/input/path-id.ts';
import { callerOf, ok, readOperation, send, writing } from '../http/operation.ts';
import type { Caller } from '../platform/caller.ts';
import type { CustomerId } from '../platform/ids.ts';
import { unreadableNumber } from '../platform/phone-number.ts';
import type { Detail } from '../platform/problem.ts';
import { beginErasure, erasureDetails } from './begin-erasure.ts';
import type { ErasureParts } from './erase-batch.ts';
import { erasureAnswer, previewAnswer } from './erasure-answer.ts';
import { findPerson, type SoughtPerson, soughtNumber } from './find-person.ts';
import { previewErasure } from './preview-erasure.ts';
import { countErasures, type ErasureRow, findErasure, listErasures } from './queries.ts';
import { runErasure } from './run-erasure.ts';
import {
  ErasureAnswer,
  ErasureIdSchema,
  ErasureList,
  ErasureQuery,
  examples,
  NewErasure,
  personTag as tag,
} from './schema.ts';

export const personRoutes = (db: Database, parts: ErasureParts) => async (app: FastifyInstance) => {
  app.route(erase(db, parts));
  app.route(list(db));
  app.route(read(db));
};

/** The answer does not wait longer. A chore does the rest. */
const longestWaitMs = 20_000;

const erase = (db: Database, parts: ErasureParts): RouteOptions => {
  const { route, perform } = writing(db, {
    method: 'POST',
    url: '/erasures',
    role: 'administrator',
    operationId: 'createErasure',
    summary: 'Erase a person',
    description:
      'Erases everything about a person, named by `customer_id` or `phone_number`: customers, recordings, transcripts, summaries, and the number, notes, tags, outcomes, external ids and metadata of the calls, test and live, with all copies in events, deliveries and kept answers. The calls themselves stay, so that counts and reports stay true. This cannot be undone: send `"preview": true` first.\n\nThe response is 200 when everything is erased. If that takes longer than 20 seconds, it is 202, and the erasure goes on: `GET /erasures/{erasureId}` returns its state. While a call with the person is in progress, the response is 409 `call_in_progress`, and nothing is erased.',
    tag,
    body: NewErasure,
    bodyExamples: {
      preview: { summary: 'Preview without erasing', value: { customer_id: 42, preview: true } },
      customer: { summary: 'Erase a customer', value: { customer_id: 42 } },
      number: { summary: 'Erase a phone number', value: { phone_number: '+81 90-1234-5678' } },
    },
    answers: {
      200: {
        description: 'The finished erasure, or the preview.',
        schema: ErasureAnswer,
        example: { data: examples.finished },
      },
      202: {
        description: 'The erasure has begun and goes on.',
        schema: ErasureAnswer,
        example: { data: examples.running },
      },
    },
    refusals: ['call_in_progress'],
    audit: {
      action: 'person.erased',
      subject: 'created',
      // The erasure, which is the subject, has the counts: they are known at its end.
      details: ({ body }) => erasureDetails(soughtIn(body)),
      isPreview: ({ body }) => body.preview === true,
    },
    refine: refinePerson,
    write: async (tx, { caller, body }) => {
      const { tenantId, administrator } = caller;
      const sought = soughtIn(body);
      if (!body.preview)
        return ok({ data: erasureAnswer(await beginErasure(tx, caller, sought, administrator?.email ?? null)) });
      const person = await findPerson(tx, tenantId, sought);
      return ok({ data: previewAnswer(await previewErasure(tx, parts.answers, tenantId, person)) });
    },
  });
  return {
    ...route,
    handler: async (request, reply) => {
      const begun = await perform(request, reply);
      const { erasure_id } = begun.status === 200 ? (JSON.parse(begun.text).data as ErasureRow) : {};
      if (!erasure_id) return send(reply, begun);
      const { tenantId } = callerOf(request);
      // The erasure has begun, whatever fails here: a chore continues it, and logs what still fails, such as a store out of reach.
      await runErasure(db, parts, { tenantId, erasureId: erasure_id }, AbortSignal.timeout(longestWaitMs)).catch(
        () => {},
      );
      const now = await findErasure.one(db, { tenant_id: tenantId, erasure_id });
      return send(reply, { status: now.finished_at ? 200 : 202, body: { data: erasureAnswer(now) } });
    },
  };
};

const list = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/erasures',
    role: 'administrator',
    operationId: 'listErasures',
    summary: 'List erasures',
    description:
      'Returns the erasures of the tenant, newest first, with who requested them and what was erased. They do not name the persons.',
    tag,
    query: ErasureQuery,
    answers: {
      200: {
        description: 'One page of erasures.',
        schema: ErasureList,
        example: { data: [examples.finished], pagination: pagination({ page: 1, per_page: 50 }, 1) },
      },
    },
    read: async (db, { caller: { tenantId: tenant_id }, query }) => {
      const { total } = await countErasures.one(db, { tenant_id });
      const rows = await listErasures.all(db, { tenant_id, offset: offsetOf(query), limit: query.per_page });
      return ok({ data: rows.map(erasureAnswer), pagination: pagination(query, total) });
    },
  });

const erasureIn = byId('erasure', (db, tenant_id, erasure_id) => findErasure.first(db, { tenant_id, erasure_id }));

const read = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/erasures/:erasureId',
    role: 'administrator',
    operationId: 'getErasure',
    summary: 'Get an erasure',
    description: 'Returns how far an erasure is. It does not name the person.',
    tag,
    path: { erasureId: ErasureIdSchema },
    answers: {
      200: { description: 'The erasure.', schema: ErasureAnswer, example: { data: examples.finished } },
    },
    find: erasureIn,
    read: async (_db, { found }) => ok({ data: erasureAnswer(found) }),
  });

type Sent = { customer_id?: CustomerId; phone_number?: string };

/** Converts the number to E.164, or to digits if it cannot be read as that, in place. */
async function refinePerson(
  db: Queryable,
  { caller, body }: { caller: Caller; body: Sent },
  known: readonly Detail[],
): Promise<Detail[]> {
  const { customer_id, phone_number } = body;
  const isNamedWrongly = known.some(({ field }) => field === 'customer_id' || field === 'phone_number');
  const message = 'Send either customer_id or phone_number.';
  if (customer_id !== undefined && phone_number !== undefined)
    return [{ field: 'phone_number', code: 'conflicting', message }];
  if (customer_id === undefined && phone_number === undefined)
    return isNamedWrongly ? [] : [{ field: 'customer_id', code: 'required', message }];
  if (phone_number !== undefined) {
    const { tenantId, defaultCountry } = caller;
    const sought = await soughtNumber(db, tenantId, phone_number, defaultCountry);
    if (sought === undefined) return [unreadableNumber('phone_number', defaultCountry)];
    body.phone_number = 'number' in sought ? sought.number : sought.digits;
    return [];
  }
  const found = customer_id === undefined ? [] : await customersOf(db, caller.tenantId, { customerId: customer_id });
  const unknown = 'customer_id must be the id of a customer of this tenant.';
  return found.length > 0 ? [] : [{ field: 'customer_id', code: 'customer_not_found', message: unknown }];
}

function soughtIn({ customer_id, phone_number = '' }: Sent): SoughtPerson {
  if (customer_id !== undefined) return { customerId: customer_id };
  return phone_number.startsWith('+') ? { number: phone_number } : { digits: phone_number };
}
