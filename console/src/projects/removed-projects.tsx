import { Button, Table, Text, UnstyledButton } from '@mantine/core';
import { useMayWrite } from '../api/session.ts';
import { useAll } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { ListTable } from '../parts/lists/list-table.tsx';
import { Section } from '../parts/page/section.tsx';
import { showDone } from '../parts/problems/show-problem.tsx';
import { words } from '../parts/words.messages.ts';
import { projectMessages } from './messages.ts';
import type { Project } from './project.ts';

/** The projects that were removed, if there are any. Their settings can still be opened, for example to change a trunk. */
export function RemovedProjects({ onEdit }: { onEdit: (project: Project) => void }) {
  const say = useText(projectMessages);
  const word = useText(words);
  const mayWrite = useMayWrite();
  const { data: removed = [] } = useAll('/projects', { query: { is_active: false } });
  const restore = useWrite(
    (send, { project_id: projectId }: Project) =>
      send('POST', '/projects/{projectId}/restore', { params: { projectId } }),
    {
      changes: ['/projects', '/home'],
      onDone: (_answer, { name }) => showDone(say('restored', { name })),
      goesOn: true,
    },
  );
  if (removed.length === 0) return null;
  return (
    <Section title={say('removedTitle')} about={say('removedAbout')}>
      <ListTable titles={[word('project')]} hasActions={mayWrite} minWidth={260}>
        {removed.map((project) => (
          <Table.Tr key={project.project_id}>
            <Table.Td>
              <UnstyledButton
                aria-haspopup="dialog"
                aria-label={say('edit', { name: project.name })}
                onClick={() => onEdit(project)}
              >
                <Text size="sm" fw={600}>
                  {project.name}
                </Text>
              </UnstyledButton>
              <Text size="xs" c="dimmed">
                ID: {project.project_id}
              </Text>
            </Table.Td>
            {mayWrite && (
              <Table.Td>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={say('restoreIt', { name: project.name })}
                  loading={restore.isPending && restore.variables?.project_id === project.project_id}
                  onClick={() => restore.mutate(project)}
                >
                  {say('restore')}
                </Button>
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </ListTable>
    </Section>
  );
}
