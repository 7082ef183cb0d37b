import { useAll, usePage } from '../api/use-read.ts';
import { useCallCount } from '../calls/use-call-count.ts';
import { hasEnded } from '../keys/key-state.ts';
import { projectOptions, staffOptions } from '../parts/values/use-names.ts';

export type Progress = ReturnType<typeof useProgress>;

/** The first steps that are done, and what the first call still lacks. */
export function useProgress(mayWrite: boolean) {
  // A step that was done in one mode need not be done in the other.
  const made = { test: useCallCount('test') ?? 0, live: useCallCount('live') ?? 0 };
  const keys = useAll('/keys');
  const staff = useAll('/staff');
  const projects = useAll('/projects');
  const lacks = {
    people: staff.data !== undefined && staffOptions(staff.data).length === 0,
    projects: projects.data !== undefined && projectOptions(projects.data).length === 0,
  };
  const webhooks = usePage('/webhooks', { query: { per_page: 1 } }, { enabled: mayWrite });
  const done = {
    key: keys.data?.some((key) => !hasEnded(key)) ?? false,
    call: made.test + made.live > 0,
    webhook: (webhooks.data?.pagination.total ?? 0) > 0,
  };
  // Viewers see no webhooks, so they have no such step.
  return { made, lacks, done, count: Object.values(done).filter(Boolean).length, total: mayWrite ? 3 : 2 };
}
