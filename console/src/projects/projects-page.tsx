import { Button, Menu, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useMayWrite } from '../api/session.ts';
import { usePages } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { ListTable } from '../parts/lists/list-table.tsx';
import { Pager } from '../parts/lists/pager.tsx';
import { RowMenu } from '../parts/lists/row-menu.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Card, Empty, Loaded } from '../parts/page/states.tsx';
import { WrittenNumber } from '../parts/values/phone-number.tsx';
import { words } from '../parts/words.messages.ts';
import { projectMessages } from './messages.ts';
import type { Project } from './project.ts';
import { ProjectDrawer } from './project-drawer.tsx';
import { RemoveProjectWindow } from './remove-project-window.tsx';
import { RemovedProjects } from './removed-projects.tsx';

export function ProjectsPage() {
  const say = useText(projectMessages);
  const mayWrite = useMayWrite();
  const { list, onPage } = usePages('/projects', {}, { query: { is_active: true } });
  const [edited, setEdited] = useState<Project | 'new'>();
  const [removed, setRemoved] = useState<Project>();
  const createButton = mayWrite && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
      {say('create')}
    </Button>
  );
  return (
    <>
      <PageHeader title={say('title')} about={say('about')} actions={createButton} />
      <Stack>
        <Card>
          <Loaded query={list}>
            {({ data, pagination }) =>
              pagination.total === 0 ? (
                <Empty icon="folder" title={say('empty')} action={createButton}>
                  {say('emptyAbout')}
                </Empty>
              ) : (
                <>
                  <ProjectTable projects={data} onEdit={setEdited} onRemove={mayWrite ? setRemoved : undefined} />
                  <Pager pagination={pagination} onPage={onPage} />
                </>
              )
            }
          </Loaded>
        </Card>
        <RemovedProjects onEdit={setEdited} />
      </Stack>
      <ProjectDrawer
        opened={edited !== undefined}
        project={edited === 'new' ? undefined : edited}
        isReadOnly={!mayWrite}
        onClose={() => setEdited(undefined)}
      />
      {removed && <RemoveProjectWindow project={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

type TableProps = {
  projects: Project[];
  onEdit: (project: Project) => void;
  onRemove: ((project: Project) => void) | undefined;
};

function ProjectTable({ projects, onEdit, onRemove }: TableProps) {
  const say = useText(projectMessages);
  const word = useText(words);
  const titles = [word('project'), say('callerId'), say('trunkLabel'), say('recording'), say('voicemail')];
  return (
    <ListTable titles={titles} hasActions={onRemove !== undefined} minWidth={600}>
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
              ID: {project.project_id}
            </Text>
          </Table.Td>
          <Table.Td>
            <Text size="sm">{project.caller_id ? <WrittenNumber number={project.caller_id} /> : say('ofTrunk')}</Text>
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
          {onRemove && (
            <Table.Td onClick={(event) => event.stopPropagation()} style={{ cursor: 'default' }}>
              <RowMenu label={say('actionsOf', { name: project.name })}>
                <Menu.Item leftSection={<Icon name="pencil" />} onClick={() => onEdit(project)}>
                  {word('edit')}
                </Menu.Item>
                <Menu.Item color="red" leftSection={<Icon name="trash" />} onClick={() => onRemove(project)}>
                  {word('remove')}
                </Menu.Item>
              </RowMenu>
            </Table.Td>
          )}
        </Table.Tr>
      ))}
    </ListTable>
  );
}
