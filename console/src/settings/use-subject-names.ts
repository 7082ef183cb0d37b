import { useAll } from '../api/use-read.ts';
import { useNames } from '../parts/values/use-names.ts';
import type { AuditEntry } from './administrator.ts';

type Details = AuditEntry['details'];

/** The name of the thing that an entry is about, and the details that say more than this name. */
export function useSubjectNames() {
  const { staff, projects } = useNames();
  const { data: administrators = [] } = useAll('/administrators');
  const { data: keys = [] } = useAll('/keys');
  const { data: webhooks = [] } = useAll('/webhooks');
  const names: Record<string, [id: number, name: string][]> = {
    staff: staff.map(({ staff_id, name }) => [staff_id, name]),
    project: projects.map(({ project_id, name }) => [project_id, name]),
    administrator: administrators.map(({ administrator_id, email }) => [administrator_id, email]),
    key: keys.map(({ key_id, name }) => [key_id, name]),
    webhook: webhooks.map(({ webhook_id, label }) => [webhook_id, label]),
    delivery: webhooks.map(({ webhook_id, label }) => [webhook_id, label]),
  };
  const namesOf = new Map(Object.entries(names).map(([kind, ids]) => [kind, new Map(ids)]));
  return ({ action, subject, details }: AuditEntry): { name: string | undefined; rest: Details } => {
    const said = (['name', 'email', 'label'] as const).find((key) => typeof details[key] === 'string');
    if (said !== undefined) {
      const { [said]: name, ...rest } = details;
      return { name: String(name), rest };
    }
    const [kind = ''] = action.split('.');
    const [id] = subject?.split('/') ?? [];
    return { name: namesOf.get(kind)?.get(Number(id)) || (subject ?? undefined), rest: details };
  };
}
