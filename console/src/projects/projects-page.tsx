import { Button, Table, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useMayWrite } from '../api/session.ts';
import { usePages } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { ListTable } from '../parts/lists/list-table.tsx';
import { Pager } from '../parts/lists/pager.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Card, Empty, Loaded } from '../parts/page/states.tsx';
import { words } from '../parts/words.messages.ts';
import { projectMessages } from './messages.ts';
import type { Project } from './project.ts';
import { ProjectDrawer } from './project-drawer.tsx';

export function ProjectsPage() {
  const say = useText(projectMessages);
  const mayWrite = useMayWrite();
  const { list, onPage } = usePages('/projects');
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
        <Loaded query={list}>
          {({ data, pagination }) =>
            pagination.total === 0 ? (
              <Empty icon="folder" title={say('empty')} action={createButton}>
                {say('emptyAbout')}
              </Empty>
            ) : (
              <>
                <ProjectTable projects={data} onEdit={setEdited} />
                <Pager pagination={pagination} onPage={onPage} />
              </>
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
  const titles = [word('project'), say('callerId'), say('trunkLabel'), say('recording'), say('voicemail')];
  return (
    <ListTable titles={titles} minWidth={600}>
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
    </ListTable>
  );
}
