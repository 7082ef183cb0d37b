import type { Queryable } from '../database/sql.ts';
import type { TenantId } from '../platform/ids.ts';
import type { Detail } from '../platform/problem.ts';
import { activeProjects } from '../projects/active-projects.ts';
import type { WebhookRow } from './queries.ts';
import { labelLimit, type WebhookChange, type WebhookFilters } from './schema.ts';

type Fields = Pick<WebhookRow, 'label' | 'url' | 'events' | 'project_ids' | 'call_statuses' | 'is_enabled'>;

/** The sent fields in the form in which they are stored; the others stay as before. */
export function storedFields(sent: WebhookChange, before: Fields): Fields {
  const url = sent.url ?? before.url;
  return {
    url,
    label: sent.label === undefined ? before.label : (sent.label ?? hostOf(url)),
    events: sent.events ? unique(sent.events) : before.events,
    ...(sent.filters === undefined
      ? { project_ids: before.project_ids, call_statuses: before.call_statuses }
      : storedFilters(sent.filters)),
    is_enabled: sent.is_enabled ?? before.is_enabled,
  };
}

/** A missing filter lets everything pass, and so does an empty one. */
function storedFilters(filters: WebhookFilters): Pick<Fields, 'project_ids' | 'call_statuses'> {
  const { project_ids, call_status } = filters ?? {};
  return {
    project_ids: project_ids?.length ? unique(project_ids) : null,
    call_statuses: call_status?.length ? unique(call_status) : null,
  };
}

const unique = <T>(values: T[]): T[] => [...new Set(values)];

/** Without the port, which is not part of the host's name. */
const hostOf = (url: string) => [...new URL(url).hostname].slice(0, labelLimit).join('');

/** The projects of the filters that the tenant does not have. Projects that were in the filters before may stay. */
export async function missingProjects(
  db: Queryable,
  tenantId: TenantId,
  sent: Pick<WebhookChange, 'filters'>,
  before: readonly number[] = [],
): Promise<Detail[]> {
  const ids = sent.filters?.project_ids ?? [];
  if (ids.length === 0) return [];
  const known = (await activeProjects(db, tenantId, ids)).union(new Set(before));
  return ids.flatMap((id, i) => (known.has(id) ? [] : [projectNotFound(`filters.project_ids[${i}]`)]));
}

function projectNotFound(field: string): Detail {
  return { field, code: 'project_not_found', message: `${field} must be the id of an active project of this tenant.` };
}
