import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { Database } from '../database/connect.ts';
import { sessionOf } from '../http/access/authenticate-session.ts';
import { recordAudit } from '../http/audit.ts';
import { routeOf } from '../http/described.ts';
import type { AuditDetails } from '../platform/audit-details.ts';
import { Problem, type ProblemCode, problem } from '../platform/problem.ts';
import { acceptInvitation, openInvitation } from './accept-invitation.ts';
import { countUnreadable } from './credentials/log-in-attempts.ts';
import { hashPassword } from './credentials/password.ts';
import type { InvitationRow } from './invitation-queries.ts';
import {
  AcceptedInvitation,
  InvitationToken,
  examples as invitationExamples,
  OpenInvitation,
  invitationTag as tag,
} from './invitation-schema.ts';
import { readOpenBody, type SessionRouteParts } from './session-routes.ts';
import { examples, SessionAnswer } from './session-schema.ts';
import { endSession } from './sessions/end-sessions.ts';
import { sessionAnswer, signedIn } from './sessions/session-answer.ts';
import { clientOf } from './sessions/session-client.ts';

/** For the invited person, who has no session yet. Tokens are in bodies, because addresses are logged. */
export const acceptRoutes = (db: Database, parts: SessionRouteParts) => async (app: FastifyInstance) => {
  app.route(check(db));
  app.route(accept(db, parts));
};

const refusals: ProblemCode[] = ['invitation_unknown', 'invitation_used', 'invitation_revoked', 'invitation_expired'];
const open = { method: 'POST', role: 'anybody', tag, refusals } as const;
const bodyLimit = 8 * 1024;

const check = (db: Database): RouteOptions => ({
  ...routeOf({
    ...open,
    url: '/session/invitation/check',
    operationId: 'checkInvitation',
    summary: 'Check an invitation',
    description:
      'Returns the invitation that a link belongs to, for the page that asks for a password. A link that was used, revoked or has expired returns 410. After 50 unknown links from one network within 15 minutes the response is 429.',
    body: InvitationToken,
    bodyExamples: { token: { summary: 'The token of a link', value: invitationExamples.token } },
    answers: {
      200: { description: 'The invitation.', schema: OpenInvitation, example: invitationExamples.open },
    },
  }),
  bodyLimit,
  handler: async (request, reply) => {
    const { token } = await readOpenBody(db, request, InvitationToken);
    const { email, role, tenant_name, expires_at } = await opened(db, request, token);
    return reply.send({ data: { email, role, tenant_name, expires_at } });
  },
});

const accept = (db: Database, parts: SessionRouteParts): RouteOptions => ({
  ...routeOf({
    ...open,
    url: '/session/invitation',
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation',
    description:
      'Creates the administrator with the chosen password, starts a session and sets its cookie. An earlier session of the same browser ends. The link works once: of two requests at the same time, one returns 410 `invitation_used`.',
    body: AcceptedInvitation,
    bodyExamples: { accept: { summary: 'Token and password', value: invitationExamples.accepted } },
    answers: { 200: { description: 'The new session.', schema: SessionAnswer, example: examples.session } },
  }),
  bodyLimit,
  handler: async (request, reply) => {
    const { verifySession, cookies, liveCalls } = parts;
    const { token, password } = await readOpenBody(db, request, AcceptedInvitation);
    const invitation = await opened(db, request, token);
    const passwordHash = await hashPassword(password);
    const before = await sessionOf(parts, request);
    const { tenant_id: tenantId, invitation_id, email, role, project_ids } = invitation;
    const started = await db.transaction(async (tx) => {
      const accepted = await acceptInvitation(tx, invitation, { passwordHash, client: clientOf(request) });
      if (before) await endSession(tx, before.tenantId, signedIn(before).sessionId);
      const actor = { tenantId, administrator: { administratorId: accepted.administratorId, email } };
      const details: AuditDetails = { email, role, ...(role === 'supervisor' && { project_ids }) };
      const entry = { action: 'invitation.accepted', subject: `${invitation_id}`, details };
      await recordAudit(tx, actor, { ...entry, ip: request.ip });
      return accepted;
    });
    const caller = await verifySession(started.token, 'used');
    if (!caller) throw problem('not_signed_in'); // The administrator was removed at this moment.
    request.caller = caller; // For the log.
    const data = await sessionAnswer(db, caller, liveCalls);
    return reply.headers(cookies.keep(started.token, `${request.protocol}://${request.host}`)).send({ data });
  },
});

/** An unknown link counts as an unreadable request of its network, so that a client cannot try links without end. */
async function opened(db: Database, { ip }: FastifyRequest, token: string): Promise<InvitationRow> {
  try {
    return await openInvitation(db, token);
  } catch (error) {
    if (error instanceof Problem && error.code === 'invitation_unknown') await countUnreadable(db, ip);
    throw error;
  }
}
