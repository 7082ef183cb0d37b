import type { FastifyInstance } from 'fastify';
import { callTag as tag } from '../calls/schema.ts';
import type { Database } from '../database/connect.ts';
import { ok, readOperation } from '../http/operation.ts';
import { type CallId, decodeId, encodeId } from '../platform/ids.ts';
import type { Detail } from '../platform/problem.ts';
import { type CallSignsRow, listSigns } from './queries.ts';
import { mostCalls, SignsAnswer, SignsQuery, signsExample } from './signs-schema.ts';

export const callSignsRoutes = (db: Database) => async (app: FastifyInstance) => {
  app.route(signs(db));
};

const signs = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/call-signs',
    role: 'viewer',
    isForSupervisors: true,
    operationId: 'listCallSigns',
    summary: 'Show what listed calls have',
    description:
      'Returns the customer, the recording, the transcript, the note, the tags and the outcome of the calls of one page of `GET /calls`, in the order of the request. Unknown ids, calls of other tenants, and calls of the other mode (test or live) are left out.',
    tag,
    query: SignsQuery,
    answers: {
      200: { description: 'One item per call.', schema: SignsAnswer, example: { data: [signsExample] } },
    },
    refine: (_db, { query }) => readIds(query.call_ids).faults,
    read: async (db, { caller, query }) => {
      const { callIds } = readIds(query.call_ids);
      const wanted = {
        ...{ tenant_id: caller.tenantId, is_test: caller.kind === 'test' },
        ...{ project_ids: caller.projects, call_ids: callIds },
      };
      const found = new Map((await listSigns.all(db, wanted)).map((row) => [row.call_id, signsOf(row)]));
      return ok({ data: callIds.flatMap((callId) => found.get(callId) ?? []) });
    },
  });

/** The ids in a query, each once. The schema reports an empty value. */
function readIds(text: string | undefined): { callIds: CallId[]; faults: Detail[] } {
  const field = 'call_ids';
  const texts = text ? [...new Set(text.split(',').map((one) => one.trim()))] : [];
  const callIds = texts.flatMap((one) => decodeId('call', one) ?? []);
  const faults: Detail[] = [];
  if (callIds.length < texts.length)
    faults.push({
      field,
      code: 'invalid_format',
      message: `${field} must be a call_id such as ${signsExample.call_id}, or several of them separated by commas.`,
    });
  if (texts.length > mostCalls)
    faults.push({ field, code: 'too_many', message: `${field} must have at most ${mostCalls} ids.` });
  return { callIds, faults };
}

function signsOf({ call_id, customer_id, customer_name: name, tags, ...rest }: CallSignsRow) {
  return {
    call_id: encodeId('call', call_id),
    customer: customer_id !== null && name !== null ? { customer_id, name } : null,
    ...rest,
    tags: tags ?? [],
  };
}
