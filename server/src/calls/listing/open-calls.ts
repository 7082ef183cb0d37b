import type { Queryable } from '../../database/sql.ts';
import type { ProjectId, TenantId } from '../../platform/ids.ts';
import { type ListedCall, listOpenCalls, type OpenCallRow } from './list-queries.ts';

/** The number of calls that go on, and the newest of them; `projects` null means all projects. */
export async function readOpenCalls(
  db: Queryable,
  tenantId: TenantId,
  { isTest, projects, limit }: { isTest: boolean; projects: ProjectId[] | null; limit: number },
): Promise<{ total: number; newest: ListedCall[] }> {
  const rows = (await listOpenCalls.all(db, {
    ...{ tenant_id: tenantId, is_test: isTest, project_ids: projects, limit },
  })) as OpenCallRow[];
  return { total: rows[0]?.total ?? 0, newest: rows };
}
