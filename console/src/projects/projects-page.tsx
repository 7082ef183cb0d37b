import { Button, Table, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useMayWrite } from '../api/session.ts';
import { usePage } from '../api/use-api.ts';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icon.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Card, Empty, Loaded } from '../parts/states.tsx';
import { words } from '../parts/words.messages.ts';
import { projectMessages } from './messages.ts';
import type { Project } from './project.ts';
import { ProjectDrawer } from './project-drawer.tsx';

export function ProjectsPage() {
  const say = useText(projectMessages);
  const mayWrite = useMayWrite();
  const projects = usePage<Project>('/projects', { per_page: 200 });
  const [edited, setEdited] = useState<Project | 'new'>();
  const createButton = mayWrite && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
      {say('create')}
    </Button>
  );
  return (
    <>
      <PageHeader title={say('title')} about={say('about')} actions={createButton} />
      <Card>
        <Loaded query={projects}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon="folder" title={say('empty')} action={createButton}>
                {say('emptyAbout')}
              </Empty>
            ) : (
              <ProjectTable projects={data} onEdit={setEdited} />
            )
          }
        </Loaded>
      </Card>
      <ProjectDrawer
        opened={edited !== undefined}
        project={edited === 'new' ? undefined : edited}
        isReadOnly={!mayWrite}
        onClose={() => setEdited(undefined)}
      />
    </>
  );
}

function ProjectTable({ projects, onEdit }: { projects: Project[]; onEdit: (project: Project) => void }) {
  const say = useText(projectMessages);
  const word = useText(words);
  return (
    <Table.ScrollContainer minWidth={600}>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{word('project')}</Table.Th>
            <Table.Th>{say('callerId')}</Table.Th>
            <Table.Th>{say('trunkLabel')}</Table.Th>
            <Table.Th>{say('recording')}</Table.Th>
            <Table.Th>{say('voicemail')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {projects.map((project) => (
            <Table.Tr key={project.project_id} style={{ cursor: 'pointer' }} onClick={() => onEdit(project)}>
              <Table.Td>
                <UnstyledButton
                  aria-haspopup="dialog"
                  aria-label={say('edit', { name: project.name })}
                  onClick={(event) => {
                    event.stopPropagation();
                    onEdit(project);
                  }}
                >
                  <Text size="sm" fw={600}>
                    {project.name}
                  </Text>
                </UnstyledButton>
                <Text size="xs" c="dimmed">
                  project_id {project.project_id}
                </Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm">{project.caller_id ?? say('ofTrunk')}</Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm">{project.trunk ?? say('noTrunk')}</Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm">{say(project.records_calls ? 'on' : 'off')}</Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm">{say(project.has_voicemail ? 'on' : 'off')}</Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
