import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import type { SessionCookies } from '../http/access/session-cookie.ts';
import { pageOf, pagingParameters } from '../http/input/paging.ts';
import { readPathId } from '../http/input/path-id.ts';
import { inputObject } from '../http/input/schema.ts';
import { ok, readOperation, writeOperation } from '../http/operation.ts';
import type { Caller } from '../platform/caller.ts';
import { EndedSessions, examples, SessionIdSchema, SessionList, sessionTag as tag } from './session-schema.ts';
import { endOtherSessions, endSession } from './sessions/end-sessions.ts';
import { signedIn } from './sessions/session-answer.ts';
import { listSessions } from './sessions/session-queries.ts';

/** Administrators list and end their own sessions only. */
export const sessionListRoutes = (db: Database, cookies: SessionCookies) => async (app: FastifyInstance) => {
  app.route(list(db));
  app.route(end(db, cookies));
  app.route(endOthers(db));
};

const own = { role: 'viewer', isForSupervisors: true, allowsOldPassword: true, tag } as const;

const sessionsOf = (db: Queryable, caller: Caller) => {
  const { administratorId: administrator_id } = signedIn(caller);
  return listSessions.all(db, { tenant_id: caller.tenantId, administrator_id });
};

const list = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/sessions',
    ...own,
    operationId: 'listSessions',
    summary: 'List your sessions',
    description: 'Returns the open sessions of the signed-in administrator in all browsers, the last used first.',
    query: inputObject({ page: pagingParameters.page, per_page: pagingParameters.per_page }),
    answers: { 200: { description: 'One page of sessions.', schema: SessionList, example: examples.sessions } },
    read: async (db, { caller, query }) => {
      const { sessionId } = signedIn(caller);
      const { items, pagination } = pageOf(await sessionsOf(db, caller), query);
      return ok({ data: items.map((item) => ({ ...item, is_current: item.session_id === sessionId })), pagination });
    },
  });

const end = (db: Database, cookies: SessionCookies) =>
  writeOperation(db, {
    method: 'DELETE',
    url: '/sessions/:sessionId',
    ...own,
    holds: 'alone',
    operationId: 'endSession',
    summary: 'End one of your sessions',
    description:
      'Signs the administrator out in one browser, from its next request on. Ending the current session signs you out here.',
    path: { sessionId: SessionIdSchema },
    answers: { 200: { description: 'The session has ended.', schema: EndedSessions, example: examples.endedOne } },
    find: async (db, caller, parameters) => {
      const wanted = readPathId('session', parameters.sessionId);
      return (await sessionsOf(db, caller)).find(({ session_id }) => session_id === wanted);
    },
    audit: { action: 'session.ended_elsewhere', subject: 'none', details: ({ found: { ip } }) => ({ ip }) },
    write: async (tx, { caller, found: { session_id }, origin }) => {
      await endSession(tx, caller.tenantId, session_id);
      const isCurrent = session_id === signedIn(caller).sessionId;
      return { ...ok({ data: { ended_sessions: 1 } }), ...(isCurrent && { headers: cookies.drop(origin) }) };
    },
  });

const endOthers = (db: Database) =>
  writeOperation(db, {
    method: 'POST',
    url: '/session/log-out-elsewhere',
    ...own,
    holds: 'alone',
    operationId: 'logOutElsewhere',
    summary: 'Sign out everywhere else',
    description:
      'Ends all sessions of the administrator except the current one. An `Idempotency-Key` has no effect here.',
    isDoneEachTime: true,
    answers: { 200: { description: 'The other sessions have ended.', schema: EndedSessions, example: examples.ended } },
    audit: {
      action: 'session.ended_others',
      subject: 'none',
      details: (_input, body) => (body as { data: { ended_sessions: number } }).data,
    },
    write: async (tx, { caller }) => {
      const ended_sessions = await endOtherSessions(tx, caller.tenantId, signedIn(caller));
      return ok({ data: { ended_sessions } });
    },
  });
