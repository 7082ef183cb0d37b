import type { Tx } from '../database/connect.ts';
import { type Queryable, statement } from '../database/sql.ts';
import type { Role } from '../platform/caller.ts';
import type { AdministratorId, InvitationId, ProjectId, TenantId } from '../platform/ids.ts';
import { type Detail, validationFailed } from '../platform/problem.ts';

// A supervisor has at least one project, and the other roles have none: they read all projects.

/** The role of an administrator or of an invitation, and the projects of a supervisor. */
export type Access = { role: Role; projectIds: readonly ProjectId[] };

export type SentAccess = { role?: Role; project_ids?: ProjectId[] };

/** The access that a client asks for, for a new person. */
export const accessOf = ({ role = 'administrator', project_ids = [] }: SentAccess): Access => ({
  ...{ role, projectIds: project_ids },
});

const field = 'project_ids';

/** The faults of an access. None if one of its fields is unreadable: `known` has the fault. */
export async function accessFaults(
  db: Queryable,
  tenantId: TenantId,
  access: Access,
  known: readonly Detail[] = [],
): Promise<Detail[]> {
  if (known.some((fault) => /^(role|project_ids)\b/.test(fault.field))) return [];
  const { role, projectIds } = access;
  if (role !== 'supervisor')
    return projectIds.length === 0
      ? []
      : [
          {
            field,
            code: 'conflicting',
            message: `Only a supervisor has ${field}. Leave them out for the role ${role}.`,
          },
        ];
  if (projectIds.length === 0)
    return [{ field, code: 'required', message: `A supervisor needs at least one project in ${field}.` }];
  if (new Set(projectIds).size < projectIds.length)
    return [{ field, code: 'duplicate', message: `${field} must contain each project only once.` }];
  const found = await findProjects.all(db, { tenant_id: tenantId, project_ids: [...projectIds] });
  const existing = new Set(found.map(({ project_id }) => project_id));
  const unknown = projectIds.filter((projectId) => !existing.has(projectId));
  if (unknown.length === 0) return [];
  const message = `The tenant has no project ${unknown.join(', ')}.`;
  return [{ field, code: 'project_not_found', message }];
}

export async function refuseAccess(tx: Tx, tenantId: TenantId, access: Access): Promise<void> {
  const faults = await accessFaults(tx, tenantId, access);
  if (faults.length > 0) throw validationFailed(faults);
}

/** Open sessions have the new projects from their next request on. */
export async function setProjects(
  tx: Tx,
  tenantId: TenantId,
  { administratorId, projectIds }: { administratorId: AdministratorId; projectIds: readonly ProjectId[] },
): Promise<void> {
  const key = { tenant_id: tenantId, administrator_id: administratorId };
  await deleteProjects.run(tx, key);
  if (projectIds.length > 0) await insertProjects.run(tx, { ...key, project_ids: [...projectIds] });
}

export async function setInvitedProjects(
  tx: Tx,
  tenantId: TenantId,
  { invitationId, projectIds }: { invitationId: InvitationId; projectIds: readonly ProjectId[] },
): Promise<void> {
  const rows = { tenant_id: tenantId, invitation_id: invitationId, project_ids: [...projectIds] };
  if (projectIds.length > 0) await insertInvitedProjects.run(tx, rows);
}

/** Inactive projects too: their calls are still there. */
const findProjects = statement({
  name: 'find_supervised_projects',
  takes: { tenant_id: 'int8', project_ids: 'int8[]' },
  gives: { project_id: 'int8' },
  sql: 'select project_id from projects where tenant_id = :tenant_id and project_id = any(:project_ids)',
});

const deleteProjects = statement({
  name: 'delete_administrator_projects',
  takes: { tenant_id: 'int8', administrator_id: 'int8' },
  sql: 'delete from administrator_projects where tenant_id = :tenant_id and administrator_id = :administrator_id',
});

const insertProjects = statement({
  name: 'insert_administrator_projects',
  takes: { tenant_id: 'int8', administrator_id: 'int8', project_ids: 'int8[]' },
  sql: `
    insert into administrator_projects (tenant_id, administrator_id, project_id)
    select :tenant_id, :administrator_id, unnest(:project_ids::int8[])`,
});

const insertInvitedProjects = statement({
  name: 'insert_invitation_projects',
  takes: { tenant_id: 'int8', invitation_id: 'int8', project_ids: 'int8[]' },
  sql: `
    insert into invitation_projects (tenant_id, invitation_id, project_id)
    select :tenant_id, :invitation_id, unnest(:project_ids::int8[])`,
});
