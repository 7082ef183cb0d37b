import { ActionIcon, Button, Modal, Stack, Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { usePages } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { FormButtons } from '../parts/forms/form-buttons.tsx';
import { Picker } from '../parts/forms/picker.tsx';
import { askBefore } from '../parts/forms/unsaved.ts';
import { useFields } from '../parts/forms/use-fields.ts';
import { useSave } from '../parts/forms/use-save.ts';
import { useWrite } from '../parts/forms/use-write.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { ListTable } from '../parts/lists/list-table.tsx';
import { Pager } from '../parts/lists/pager.tsx';
import { Section } from '../parts/page/section.tsx';
import { Loaded } from '../parts/page/states.tsx';
import { useNationalNumbers, WrittenNumber } from '../parts/values/phone-number.tsx';
import { projectOptions, useNames } from '../parts/values/use-names.ts';
import { words } from '../parts/words.messages.ts';
import { numberMessages } from './messages.ts';
import type { NewNumber, PhoneNumber } from './number.ts';
import { RemoveNumberWindow } from './remove-number-window.tsx';
import { useMaySetTelephony } from './telephony-by-operator.tsx';

export function NumberSection() {
  const say = useText(numberMessages);
  const mayWrite = useMaySetTelephony();
  const { list, onPage } = usePages('/numbers');
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
      <Loaded query={list}>
        {({ data, pagination }) =>
          pagination.total === 0 ? (
            <Text size="sm" c="dimmed">
              {say('noNumbers')}
            </Text>
          ) : (
            <>
              <NumberTable numbers={data} onRemove={mayWrite ? setRemoved : undefined} />
              {pagination.last_page > 1 && <Pager pagination={pagination} onPage={onPage} />}
            </>
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
  const national = useNationalNumbers();
  const { projects, projectName } = useNames();
  const move = useWrite(
    (send, { number, project_id }: PhoneNumber) =>
      send('PUT', '/numbers/{number}', { params: { number }, body: { project_id } }),
    { changes: ['/numbers'], goesOn: true },
  );
  return (
    <ListTable titles={[say('number'), say('leadsTo')]} hasActions={onRemove !== undefined} minWidth={320}>
      {numbers.map((entry) => (
        <Table.Tr key={entry.number}>
          <Table.Td>
            <Text size="sm" ff="monospace">
              <WrittenNumber number={entry.number} />
            </Text>
          </Table.Td>
          <Table.Td>
            {onRemove ? (
              <Picker
                size="xs"
                maw={240}
                aria-label={`${national(entry.number)}: ${say('leadsTo')}`}
                value={String(entry.project_id)}
                onChange={(id) => move.mutate({ ...entry, project_id: Number(id) })}
                options={projectOptions(projects)}
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
                aria-label={say('removeNumber', { number: national(entry.number) })}
                onClick={() => onRemove(entry.number)}
              >
                <Icon name="trash" />
              </ActionIcon>
            </Table.Td>
          )}
        </Table.Tr>
      ))}
    </ListTable>
  );
}

function AddNumberWindow({ onClose }: { onClose: () => void }) {
  const say = useText(numberMessages);
  const word = useText(words);
  const { projects } = useNames();
  const places = projectOptions(projects);
  const save = useSave((send, body: NewNumber) => send('POST', '/numbers', { body }), { list: '/numbers', onClose });
  const form = useFields({ initialValues: { number: '', project_id: '' }, error: save.error });
  const project = form.values.project_id || (places[0]?.value ?? '');
  const add = () => save.mutate({ number: form.values.number.trim(), project_id: Number(project) });
  return (
    <Modal opened onClose={askBefore(onClose)} title={say('addNumber')}>
      <form {...form.sending(add)}>
        <Stack>
          <TextInput
            label={say('number')}
            type="tel"
            placeholder="+81312345678"
            required
            data-autofocus
            {...form.getInputProps('number')}
          />
          <Picker {...form.getInputProps('project_id')} label={say('leadsTo')} value={project} options={places} />
          <FormButtons action={word('add')} isBusy={save.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
