import type { Queryable } from '../../database/sql.ts';
import { idOf, type TenantId } from '../../platform/ids.ts';
import type { Detail } from '../../platform/problem.ts';
import { activeProjects } from '../../projects/active-projects.ts';
import { activeStaff } from '../../staff/active-staff.ts';

/** Reports which of the two ids do not exist; malformed ids are reported by the schema. */
export async function missingParties(
  db: Queryable,
  tenantId: TenantId,
  { staff_id, project_id }: { staff_id?: unknown; project_id?: unknown },
): Promise<Detail[]> {
  const [staff, projects] = await Promise.all([
    isId(staff_id) ? activeStaff(db, tenantId, [idOf('staff', staff_id)]) : undefined,
    isId(project_id) ? activeProjects(db, tenantId, [idOf('project', project_id)]) : undefined,
  ]);
  return [
    ...(staff?.size === 0 ? [notFound('staff_id', 'staff member')] : []),
    ...(projects?.size === 0 ? [notFound('project_id', 'project')] : []),
  ];
}

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

function notFound(field: 'staff_id' | 'project_id', noun: string): Detail {
  const code = field === 'staff_id' ? 'staff_not_found' : 'project_not_found';
  return { field, code, message: `${field} must be the id of an active ${noun} of this tenant.` };
}
