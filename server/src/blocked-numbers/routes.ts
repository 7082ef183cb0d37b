import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import { offsetOf, pagination } from '../http/input/paging.ts';
import { ok, readOperation, writeOperation } from '../http/operation.ts';
import type { Caller } from '../platform/caller.ts';
import { maskNumber } from '../platform/mask.ts';
import { parseNumberInQuery, parsePhoneNumber, unreadableNumber } from '../platform/phone-number.ts';
import { type Detail, problem } from '../platform/problem.ts';
import { deleteBlockedNumber, findBlockedNumber, insertBlockedNumber, listBlockedNumbers } from './queries.ts';
import {
  BlockedNumberAnswer,
  BlockedNumberList,
  BlockedNumberQuery,
  examples,
  NewBlockedNumber,
  NumberInPath,
  blockedTag as tag,
} from './schema.ts';

export const blockedNumberRoutes = (db: Database) => async (app: FastifyInstance) => {
  app.route(list(db));
  app.route(add(db));
  app.route(remove(db));
};

const list = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/blocked-numbers',
    scope: 'customers:read',
    operationId: 'listBlockedNumbers',
    summary: 'List blocked numbers',
    description: 'Returns the numbers that the tenant must not call, ordered by number.',
    tag,
    query: BlockedNumberQuery,
    answers: {
      200: {
        description: 'One page of blocked numbers.',
        schema: BlockedNumberList,
        example: { data: [examples.number], pagination: pagination({ page: 1, per_page: 50 }, 1) },
      },
    },
    refine: (_db, { caller, query }) => refineNumber(query, caller.defaultCountry),
    read: async (db, { caller, query }) => {
      const { tenantId: tenant_id } = caller;
      const page = { offset: offsetOf(query), limit: query.per_page };
      if (query.number !== undefined) {
        const found = await findBlockedNumber.first(db, { tenant_id, number: query.number });
        return ok({ data: found && page.offset === 0 ? [found] : [], pagination: pagination(query, found ? 1 : 0) });
      }
      const { items, total } = await listBlockedNumbers.one(db, { tenant_id, ...page });
      return ok({ data: items, pagination: pagination(query, total) });
    },
  });

const add = (db: Database) =>
  writeOperation(db, {
    method: 'POST',
    url: '/blocked-numbers',
    scope: 'customers:write',
    operationId: 'blockNumber',
    summary: 'Block a number',
    description:
      'Adds a number to the never-call list. After the response, no call to it starts; a call in progress continues. A number that is listed already returns 200 and keeps its reason.',
    tag,
    body: NewBlockedNumber,
    bodyExamples: { number: { summary: 'A number with a reason', value: examples.sent } },
    answers: {
      200: {
        description: 'The number was blocked already.',
        schema: BlockedNumberAnswer,
        example: { data: examples.number },
      },
      201: { description: 'The blocked number.', schema: BlockedNumberAnswer, example: { data: examples.number } },
    },
    audit: {
      action: 'number.blocked',
      subject: ({ body }) => maskNumber(body.number),
      imported: { action: 'blocked_numbers.imported', details: () => ({ numbers: 1 }) },
    },
    refine: (_db, { caller, body }) => refineNumber(body, caller.defaultCountry),
    write: async (tx, { caller: { tenantId: tenant_id }, body: { number, reason = null } }) => {
      // Another request may remove the number between the two statements.
      for (;;) {
        const added = await insertBlockedNumber.first(tx, { tenant_id, number, reason });
        if (added) return { status: 201, body: { data: added } };
        const listed = await findBlockedNumber.first(tx, { tenant_id, number });
        if (listed) return ok({ data: listed });
      }
    },
  });

const remove = (db: Database) =>
  writeOperation(db, {
    method: 'DELETE',
    url: '/blocked-numbers/:number',
    scope: 'customers:write',
    operationId: 'unblockNumber',
    summary: 'Unblock a number',
    description: 'Removes a number from the never-call list. Afterwards it can be called, and returns 404 here.',
    tag,
    path: { number: NumberInPath },
    answers: {
      200: {
        description: 'The number that is no longer blocked.',
        schema: BlockedNumberAnswer,
        example: { data: examples.number },
      },
    },
    audit: { action: 'number.unblocked', subject: ({ found }) => maskNumber(found.number) },
    find: numberIn,
    write: async (tx, { caller: { tenantId: tenant_id }, found: { number } }) => {
      const removed = await deleteBlockedNumber.first(tx, { tenant_id, number });
      if (!removed) throw problem('not_found'); // Another request has just removed it.
      return ok({ data: removed });
    },
  });

async function numberIn(db: Queryable, { tenantId: tenant_id, defaultCountry }: Caller, { number: typed = '' }) {
  const number = parsePhoneNumber(typed, defaultCountry);
  return number === undefined ? undefined : findBlockedNumber.first(db, { tenant_id, number });
}

/** Converts the number to E.164, in place. */
function refineNumber(given: { number?: string }, defaultCountry: string | null): Detail[] {
  if (given.number === undefined) return [];
  const number = parseNumberInQuery(given.number, defaultCountry);
  if (number === undefined) return [unreadableNumber('number', defaultCountry)];
  given.number = number;
  return [];
}
