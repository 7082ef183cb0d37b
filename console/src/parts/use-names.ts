import type { Page } from '../api/types.ts';
import { useRead } from '../api/use-api.ts';
import { useText } from '../i18n/language.tsx';
import type { Staff } from '../people/staff.ts';
import type { Project } from '../projects/project.ts';
import { words } from './words.messages.ts';

const all = { per_page: 200 };
const kept = { staleTime: 60_000 };

/** What staff and projects are called; calls know them by their ids. */
export function useNames() {
  const word = useText(words);
  const { data: staffPage } = useRead<Page<Staff>>('/staff', all, kept);
  const { data: projectPage } = useRead<Page<Project>>('/projects', all, kept);
  const staff = staffPage?.data ?? [];
  const projects = projectPage?.data ?? [];
  return {
    staff,
    projects,
    staffName: (id: number) => staff.find(({ staff_id }) => staff_id === id)?.name ?? word('someone', { id }),
    projectName: (id: number) => projects.find(({ project_id }) => project_id === id)?.name ?? word('someone', { id }),
  };
}

/** For a field to choose from. */
export const staffOptions = (staff: Staff[]) =>
  staff.filter(({ is_active }) => is_active).map(({ staff_id, name }) => ({ value: String(staff_id), label: name }));
export const projectOptions = (projects: Project[]) =>
  projects
    .filter(({ is_active }) => is_active)
    .map(({ project_id, name }) => ({ value: String(project_id), label: name }));
