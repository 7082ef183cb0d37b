import { as, type Row, statement } from '../database/sql.ts';
import type { Role } from '../platform/caller.ts';

const lifetime = `interval '72 hours'`;

/** The inviter still is an administrator: a removed one must not come back by a link to another address. */
const isInviterValid = `exists (
      select from administrators a
      where a.tenant_id = i.tenant_id and a.administrator_id = i.administrator_id and a.role = 'administrator')`;

export const insertInvitation = statement({
  name: 'insert_invitation',
  takes: { tenant_id: 'int8', email: 'text', role: 'text', token_hash: 'bytea', administrator_id: 'int8' },
  gives: { invitation_id: 'int8' },
  sql: `
    insert into invitations (tenant_id, email, role, token_hash, administrator_id, expires_at)
    values (:tenant_id, :email, :role, :token_hash, :administrator_id, now() + ${lifetime})
    returning invitation_id`,
});

/** Empty unless the role is `supervisor`. */
const projectsOf = `array(
      select p.project_id from invitation_projects p
      where p.tenant_id = i.tenant_id and p.invitation_id = i.invitation_id order by p.project_id) as project_ids`;

const isPending = `i.accepted_at is null and i.revoked_at is null and i.expires_at > now() and ${isInviterValid}`;

export const listInvitations = statement({
  name: 'list_invitations',
  takes: { tenant_id: 'int8' },
  gives: {
    invitation_id: 'int8',
    email: 'text',
    role: as<Role>('text'),
    project_ids: 'int8[]',
    invited_by: 'text',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
  },
  sql: `
    select i.invitation_id, i.email, i.role, ${projectsOf}, inviter.email as invited_by, i.created_at, i.expires_at
    from invitations i join administrators inviter using (tenant_id, administrator_id)
    where i.tenant_id = :tenant_id and ${isPending}
    order by i.invitation_id`,
});

export const revokeInvitationRow = statement({
  name: 'revoke_invitation',
  takes: { tenant_id: 'int8', invitation_id: 'int8' },
  sql: `
    update invitations set revoked_at = now()
    where tenant_id = :tenant_id and invitation_id = :invitation_id and accepted_at is null and revoked_at is null`,
});

/** By the canonical form of an address; see `platform/text/email-address.ts`. */
export const revokeInvitationsTo = statement({
  name: 'revoke_invitations_to_address',
  takes: { tenant_id: 'int8', email: 'text' },
  sql: `
    update invitations set revoked_at = now()
    where tenant_id = :tenant_id and lower(email collate "C") = :email and accepted_at is null and revoked_at is null`,
});

/** Those that an administrator has sent. */
export const revokeInvitationsBy = statement({
  name: 'revoke_invitations_by_administrator',
  takes: { tenant_id: 'int8', administrator_id: 'int8' },
  sql: `
    update invitations set revoked_at = now()
    where tenant_id = :tenant_id and administrator_id = :administrator_id and accepted_at is null and revoked_at is null`,
});

const invitation = {
  tenant_id: 'int8',
  invitation_id: 'int8',
  administrator_id: 'int8',
  email: 'text',
  role: as<Role>('text'),
  project_ids: 'int8[]',
  tenant_name: 'text',
  expires_at: 'timestamptz',
  is_accepted: 'bool',
  is_revoked: 'bool',
  is_expired: 'bool',
} as const;
export type InvitationRow = Row<typeof invitation>;

const selectInvitation = `
    select i.tenant_id, i.invitation_id, i.administrator_id, i.email, i.role, ${projectsOf},
      t.name as tenant_name, i.expires_at,
      i.accepted_at is not null as is_accepted, i.revoked_at is not null or not ${isInviterValid} as is_revoked,
      i.expires_at <= now() as is_expired
    from invitations i join tenants t using (tenant_id)`;

export const findInvitationByToken = statement({
  name: 'find_invitation_by_token',
  takes: { token_hash: 'bytea' },
  gives: invitation,
  acrossTenants: 'The token determines the tenant.',
  sql: `${selectInvitation} where i.token_hash = :token_hash`,
});

/** The same, locked until this transaction ends. */
export const lockInvitation = statement({
  name: 'lock_invitation',
  takes: { tenant_id: 'int8', invitation_id: 'int8' },
  gives: invitation,
  sql: `${selectInvitation} where i.tenant_id = :tenant_id and i.invitation_id = :invitation_id for update of i`,
});

/** So that the inviter is not removed until this transaction ends. */
export const lockInviter = statement({
  name: 'lock_inviter',
  takes: { tenant_id: 'int8', administrator_id: 'int8' },
  sql: 'select from administrators where tenant_id = :tenant_id and administrator_id = :administrator_id for share',
});

export const markAccepted = statement({
  name: 'mark_invitation_accepted',
  takes: { tenant_id: 'int8', invitation_id: 'int8' },
  sql: 'update invitations set accepted_at = now() where tenant_id = :tenant_id and invitation_id = :invitation_id',
});

export const deleteOldInvitations = statement({
  name: 'delete_old_invitations',
  takes: {},
  acrossTenants: 'Invitations of all tenants are kept for the same time.',
  sql: `delete from invitations where expires_at < now() - interval '30 days'`,
});
