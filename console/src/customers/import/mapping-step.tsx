import { Alert, Button, Group, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useLanguage, useText } from '../../i18n/language.tsx';
import { Picker } from '../../parts/forms/picker.tsx';
import { ListTable } from '../../parts/lists/list-table.tsx';
import { Section } from '../../parts/page/section.tsx';
import { projectOptions, useNames } from '../../parts/values/use-names.ts';
import { customerMessages } from '../messages.ts';
import { duplicateIn, guessMapping, type ImportField, importFields, type Mapping } from './columns.ts';
import { importMessages } from './messages.ts';
import type { ReadFile } from './read-file.ts';

type Props = { file: ReadFile; onBack: () => void; onStart: (mapping: Mapping, projectId: number) => void };

export function MappingStep({ file, onBack, onStart }: Props) {
  const say = useText(importMessages);
  const sayCustomer = useText(customerMessages);
  const { language } = useLanguage();
  const { projects } = useNames();
  const places = projectOptions(projects);
  const [mapping, setMapping] = useState(() => guessMapping(file.header));
  const [project, setProject] = useState('');
  const chosenProject = project || (places[0]?.value ?? '');
  const count = new Intl.NumberFormat(language).format(file.rows.length);
  const twice = duplicateIn(mapping);
  const fault = !mapping.includes('name') ? say('needsName') : twice && say('twice', { field: sayCustomer(twice) });
  const choose = (column: number, field: string) =>
    setMapping((before) =>
      before.map((old, at) => (at === column ? ((field || undefined) as ImportField | undefined) : old)),
    );

  return (
    <Stack>
      <Section
        title={say('rows', { count, file: file.name })}
        about={say('columnsAbout')}
        aside={
          <Button variant="default" size="xs" onClick={onBack}>
            {say('otherFile')}
          </Button>
        }
      >
        <ListTable titles={[say('column'), say('sample'), say('becomes')]} minWidth={560}>
          {file.header.map((title, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: Columns may have the same name, and never move.
            <Table.Tr key={column}>
              <Table.Td>
                <Text size="sm" fw={600}>
                  {title}
                </Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm" c="dimmed" lineClamp={1}>
                  {sampleOf(file, column)}
                </Text>
              </Table.Td>
              <Table.Td>
                <NativeSelect
                  aria-label={`${title}: ${say('becomes')}`}
                  value={mapping[column] ?? ''}
                  onChange={(event) => choose(column, event.currentTarget.value)}
                  data={[
                    { value: '', label: say('leftOut') },
                    ...importFields.map((value) => ({ value, label: sayCustomer(value) })),
                  ]}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      </Section>
      <Preview file={file} mapping={mapping} />
      {fault && <Alert color="yellow">{fault}</Alert>}
      <Group justify="space-between" align="flex-end">
        <Picker label={say('intoProject')} value={chosenProject} onChange={setProject} options={places} />
        <Button
          size="md"
          disabled={Boolean(fault) || chosenProject === ''}
          onClick={() => onStart(mapping, Number(chosenProject))}
        >
          {say('start', { count })}
        </Button>
      </Group>
    </Stack>
  );
}

const sampleOf = ({ rows }: ReadFile, column: number) =>
  rows
    .slice(0, 3)
    .map((row) => row[column])
    .filter(Boolean)
    .join(' · ');

function Preview({ file, mapping }: { file: ReadFile; mapping: Mapping }) {
  const say = useText(importMessages);
  const sayCustomer = useText(customerMessages);
  const columns = importFields.flatMap((field) => {
    const column = mapping.indexOf(field);
    return column < 0 ? [] : [{ field, column }];
  });
  if (columns.length === 0) return null;
  return (
    <Section title={say('preview')}>
      <ListTable titles={columns.map(({ field }) => sayCustomer(field))} minWidth={480}>
        {file.rows.slice(0, 5).map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: Rows may be equal, and never move.
          <Table.Tr key={at}>
            {columns.map(({ field, column }) => (
              <Table.Td key={field}>
                <Text size="sm">{row[column]}</Text>
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </ListTable>
    </Section>
  );
}
