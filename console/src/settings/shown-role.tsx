import { Text } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { useNames } from '../parts/values/use-names.ts';
import type { Administrator } from './administrator.ts';
import { settingsMessages } from './messages.ts';

type Access = Pick<Administrator, 'role' | 'project_ids'>;

export function ShownRole(access: Access) {
  const say = useText(settingsMessages);
  return (
    <>
      <Text size="sm">{say(access.role)}</Text>
      <ShownProjects {...access} />
    </>
  );
}

/** The names of a supervisor's projects. */
export function ShownProjects({ role, project_ids }: Access) {
  const say = useText(settingsMessages);
  const { projectName } = useNames();
  if (role !== 'supervisor') return null;
  return (
    <Text size="xs" c="dimmed" mt={2} style={{ overflowWrap: 'anywhere' }}>
      {project_ids.map(projectName).join(', ') || say('noProjects')}
    </Text>
  );
}
