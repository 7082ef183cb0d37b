import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import { byId } from '../http/input/path-id.ts';
import { ok, writeOperation } from '../http/operation.ts';
import { pagedList } from '../http/paged-list.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { listInvitations, revokeInvitationRow } from './invitation-queries.ts';
import {
  CreatedInvitation,
  examples,
  InvitationIdSchema,
  InvitationList,
  NewInvitation,
  RevokedInvitation,
  invitationTag as tag,
} from './invitation-schema.ts';
import { inviteAdministrator } from './invite-administrator.ts';
import { signedIn } from './sessions/session-answer.ts';
import { accessFaults, accessOf } from './supervised-projects.ts';

type Parts = { box: SecretBox; publicUrl: string };

/** For administrators; `session-routes.ts` has the operations of the invited person. */
export const invitationRoutes = (db: Database, parts: Parts) => async (app: FastifyInstance) => {
  app.route(list(db));
  app.route(create(db, parts));
  app.route(revoke(db));
};

const findIn = byId('invitation', async (db, tenant_id, invitationId) => {
  const all = await listInvitations.all(db, { tenant_id });
  return all.find(({ invitation_id }) => invitation_id === invitationId);
});

const list = (db: Database) =>
  pagedList(db, {
    url: '/invitations',
    operationId: 'listInvitations',
    summary: 'List invitations',
    description: 'Returns the invitations that can still be accepted, without their links.',
    tag,
    answer: { description: 'One page of invitations.', schema: InvitationList, example: examples.invitation },
    list: listInvitations,
  });

const create = (db: Database, { box, publicUrl }: Parts) =>
  writeOperation(db, {
    method: 'POST',
    url: '/invitations',
    role: 'administrator',
    operationId: 'createInvitation',
    summary: 'Invite an administrator',
    holds: 'alone',
    description:
      'Creates a link with which the invited person chooses a password and signs in. The server sends no email, and the link is never returned again: give it to the person over a secure channel. It works once, for 72 hours, and only while the inviting administrator keeps the role. A new invitation replaces an earlier one to the same address. A `supervisor` needs at least one project in `project_ids`.',
    tag,
    body: NewInvitation,
    bodyExamples: {
      viewer: { summary: 'A person who can only read', value: examples.sent },
      supervisor: { summary: 'A supervisor of two projects', value: examples.supervisor },
    },
    answers: {
      201: {
        description: 'The invitation, with its link.',
        schema: CreatedInvitation,
        example: { data: examples.created },
      },
    },
    answersSecret: box,
    audit: {
      action: 'invitation.created',
      subject: 'created',
      details: ({ body: { email, role, project_ids } }) => ({ email, role, project_ids }),
    },
    refine: (db, { caller, body }, faults) => accessFaults(db, caller.tenantId, accessOf(body), faults),
    write: async (tx, { caller, body, origin }) => {
      const by = signedIn(caller).administratorId;
      const invited = { email: body.email, ...accessOf(body), by };
      const { invitationId, token } = await inviteAdministrator(tx, caller.tenantId, invited);
      const all = await listInvitations.all(tx, { tenant_id: caller.tenantId });
      const created = all.find(({ invitation_id }) => invitation_id === invitationId);
      // Browsers send no fragment, so the token is in no log of a proxy and in no `Referer`.
      const link = `${publicUrl || origin}/invitation#${token}`;
      return { status: 201, body: { data: { ...created, link } } };
    },
  });

const revoke = (db: Database) =>
  writeOperation(db, {
    method: 'DELETE',
    url: '/invitations/:invitationId',
    role: 'administrator',
    operationId: 'revokeInvitation',
    summary: 'Revoke an invitation',
    holds: 'alone',
    description:
      'Makes the link of an invitation invalid. An invitation that was accepted, or has expired, returns 404.',
    tag,
    path: { invitationId: InvitationIdSchema },
    answers: {
      200: { description: 'The invitation was revoked.', schema: RevokedInvitation, example: examples.revoked },
    },
    find: findIn,
    audit: { action: 'invitation.revoked', subject: 'path', details: ({ found: { email } }) => ({ email }) },
    write: async (tx, { caller, found: { invitation_id } }) => {
      await revokeInvitationRow.run(tx, { tenant_id: caller.tenantId, invitation_id });
      return ok({ data: { invitation_id } });
    },
  });
