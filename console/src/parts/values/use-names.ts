import { useMemo } from 'react';
import { readingOfAll } from '../../api/readings.ts';
import type { Shapes } from '../../api/types.ts';
import { useAll } from '../../api/use-read.ts';
import { useText } from '../../i18n/language.tsx';
import type { Mode } from '../../paths.ts';
import { words } from '../words.messages.ts';

type Staff = Shapes['Staff'];
type Project = Shapes['Project'];

const kept = { staleTime: 60_000 };

/** Past calls show the names of people who were removed. */
const ever = { query: { include_removed: true } };

/** The queries for the names, for a page that requests them ahead. */
export const readingsOfNames = (mode: Mode) =>
  [readingOfAll(mode, '/staff', ever), readingOfAll(mode, '/projects')].map((reading) => ({ ...reading, ...kept }));

const none: never[] = [];

/** The names of staff and projects; calls have only their ids. */
export function useNames() {
  const word = useText(words);
  const { data: staff = none } = useAll('/staff', ever, kept);
  const { data: projects = none } = useAll('/projects', {}, kept);
  const names = useMemo(
    () => ({
      staff: new Map(staff.map(({ staff_id, name }) => [staff_id, name])),
      projects: new Map(projects.map(({ project_id, name }) => [project_id, name])),
    }),
    [staff, projects],
  );
  return {
    staff,
    projects,
    staffName: (id: number) => names.staff.get(id) ?? word('someone', { id }),
    projectName: (id: number) => names.projects.get(id) ?? word('someone', { id }),
  };
}

/** Options for a select field. Inactive ones cannot be chosen for anything new. */
export const staffOptions = (staff: Staff[]) =>
  staff.filter(({ is_active }) => is_active).map(({ staff_id, name }) => ({ value: String(staff_id), label: name }));
export const projectOptions = (projects: Project[]) =>
  projects
    .filter(({ is_active }) => is_active)
    .map(({ project_id, name }) => ({ value: String(project_id), label: name }));

/** Options of filters for what has happened: also inactive and removed ones, which `past` marks, after the others. */
export const everyStaffOption = (staff: Staff[], past: (name: string) => string) => [
  ...staffOptions(staff),
  ...staff.filter(({ is_active }) => !is_active).map((one) => ({ value: String(one.staff_id), label: past(one.name) })),
];
export const everyProjectOption = (projects: Project[], past: (name: string) => string) => [
  ...projectOptions(projects),
  ...projects
    .filter(({ is_active }) => !is_active)
    .map((one) => ({ value: String(one.project_id), label: past(one.name) })),
];
