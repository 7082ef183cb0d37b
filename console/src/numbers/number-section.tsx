import { ActionIcon, Button, Group, Modal, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { faultsOf, usePage, useWrite } from '../api/use-api.ts';
import { useText } from '../i18n/language.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Icon } from '../parts/icon.tsx';
import { Section } from '../parts/section.tsx';
import { showDone } from '../parts/show-problem.tsx';
import { Loaded } from '../parts/states.tsx';
import { projectOptions, useNames } from '../parts/use-names.ts';
import { words } from '../parts/words.messages.ts';
import { useMaySetTelephony } from './kept-telephony.tsx';
import { numberMessages } from './messages.ts';
import type { PhoneNumber } from './number.ts';

export function NumberSection() {
  const say = useText(numberMessages);
  const mayWrite = useMaySetTelephony();
  const numbers = usePage<PhoneNumber>('/numbers', { per_page: 200 });
  const [isAdding, setIsAdding] = useState(false);
  const [removed, setRemoved] = useState<string>();
  return (
    <Section
      title={say('numbers')}
      about={say('numbersAbout')}
      aside={
        mayWrite && (
          <Button size="xs" leftSection={<Icon name="plus" size={16} />} onClick={() => setIsAdding(true)}>
            {say('addNumber')}
          </Button>
        )
      }
    >
      <Loaded query={numbers}>
        {({ data }) =>
          data.length === 0 ? (
            <Text size="sm" c="dimmed">
              {say('noNumbers')}
            </Text>
          ) : (
            <NumberTable numbers={data} onRemove={mayWrite ? setRemoved : undefined} />
          )
        }
      </Loaded>
      {isAdding && <AddNumberWindow onClose={() => setIsAdding(false)} />}
      {removed && <RemoveNumberWindow number={removed} onClose={() => setRemoved(undefined)} />}
    </Section>
  );
}

type TableProps = { numbers: PhoneNumber[]; onRemove: ((number: string) => void) | undefined };

function NumberTable({ numbers, onRemove }: TableProps) {
  const say = useText(numberMessages);
  const { projects, projectName } = useNames();
  const move = useWrite(
    (send, { number, project_id }: PhoneNumber) =>
      send('PUT', `/numbers/${encodeURIComponent(number)}`, { project_id }),
    { changes: ['/numbers'] },
  );
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{say('number')}</Table.Th>
          <Table.Th>{say('leadsTo')}</Table.Th>
          {onRemove && <Table.Td w={56} />}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {numbers.map((entry) => (
          <Table.Tr key={entry.number}>
            <Table.Td>
              <Text size="sm" ff="monospace">
                {entry.number}
              </Text>
            </Table.Td>
            <Table.Td>
              {onRemove ? (
                <NativeSelect
                  size="xs"
                  maw={240}
                  aria-label={`${entry.number}: ${say('leadsTo')}`}
                  value={String(entry.project_id)}
                  onChange={(event) => move.mutate({ ...entry, project_id: Number(event.currentTarget.value) })}
                  data={projectOptions(projects)}
                />
              ) : (
                <Text size="sm">{projectName(entry.project_id)}</Text>
              )}
            </Table.Td>
            {onRemove && (
              <Table.Td>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={say('removeNumber', { number: entry.number })}
                  onClick={() => onRemove(entry.number)}
                >
                  <Icon name="trash" />
                </ActionIcon>
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function AddNumberWindow({ onClose }: { onClose: () => void }) {
  const say = useText(numberMessages);
  const word = useText(words);
  const { projects } = useNames();
  const places = projectOptions(projects);
  const [number, setNumber] = useState('');
  const [project, setProject] = useState('');
  const add = useWrite((send, entry: Pick<PhoneNumber, 'number' | 'project_id'>) => send('POST', '/numbers', entry), {
    changes: ['/numbers'],
    onDone: () => {
      showDone(word('saved'));
      onClose();
    },
    shown: 'form',
  });
  const faults = faultsOf(add.error);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ number: number.trim(), project_id: Number(project || places[0]?.value) });
  };
  return (
    <Modal opened onClose={onClose} title={say('addNumber')}>
      <form onSubmit={onSubmit}>
        <Stack>
          <TextInput
            label={say('number')}
            type="tel"
            placeholder="+81312345678"
            required
            data-autofocus
            value={number}
            onChange={(event) => setNumber(event.currentTarget.value)}
            error={faults.number}
          />
          <NativeSelect
            label={say('leadsTo')}
            value={project || places[0]?.value || ''}
            onChange={(event) => setProject(event.currentTarget.value)}
            data={places}
            error={faults.project_id}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {word('cancel')}
            </Button>
            <Button type="submit" loading={add.isPending}>
              {word('add')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function RemoveNumberWindow({ number, onClose }: { number: string; onClose: () => void }) {
  const say = useText(numberMessages);
  const remove = useWrite((send, gone: string) => send('DELETE', `/numbers/${encodeURIComponent(gone)}`), {
    changes: ['/numbers'],
    onDone: onClose,
  });
  return (
    <Confirm
      opened
      title={say('removeNumberTitle', { number })}
      action={say('remove')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(number)}
      onClose={onClose}
    >
      {say('removeNumberAbout')}
    </Confirm>
  );
}
