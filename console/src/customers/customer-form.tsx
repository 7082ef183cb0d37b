import { Button, Group, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useText } from '../i18n/language.tsx';
import { Picker } from '../parts/forms/picker.tsx';
import { useUnsavedValues } from '../parts/forms/unsaved.ts';
import { projectOptions, useNames } from '../parts/values/use-names.ts';
import { words } from '../parts/words.messages.ts';
import type { Customer, CustomerChange } from './customer.ts';
import { customerMessages } from './messages.ts';

const fields = [
  'name',
  'name_kana',
  'company_name',
  'external_id',
  'tel1',
  'tel2',
  'tel3',
  'email',
  'address',
] as const;
type Field = (typeof fields)[number] | 'notes';

type Props = {
  /** Without one a new customer is made. */
  customer?: Customer;
  faults: Record<string, string>;
  isBusy: boolean;
  isReadOnly?: boolean;
  onSave: (input: CustomerChange) => void;
};

/** Only what was changed is sent, so that two people can change different fields of the same customer. */
export function CustomerForm({ customer, faults, isBusy, isReadOnly = false, onSave }: Props) {
  const say = useText(customerMessages);
  const word = useText(words);
  const { projects } = useNames();
  const [typed, setTyped] = useState<Partial<Record<Field, string>>>({});
  const [project, setProject] = useState('');
  const places = projectOptions(projects);
  const changed = Object.entries(typed).filter(([field, value]) => value !== (customer?.[field as Field] ?? ''));
  useUnsavedValues(changed, project);
  const textOf = (field: Field) => typed[field] ?? customer?.[field] ?? '';
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const input = Object.fromEntries(changed.map(([field, value]) => [field, value === '' ? null : value]));
    onSave(customer ? input : { ...withoutNulls(input), project_id: Number(project || places[0]?.value) });
  };
  const input = (field: Field) => ({
    label: say(field),
    value: textOf(field),
    readOnly: isReadOnly,
    error: faults[field],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((before) => ({ ...before, [field]: value })),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {fields.map((field) => (
            <TextInput
              key={field}
              {...input(field)}
              required={field === 'name'}
              type={field.startsWith('tel') ? 'tel' : field === 'email' ? 'email' : 'text'}
              description={aboutField(field, say)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
            />
          ))}
          {!customer && (
            <Picker
              label={word('project')}
              description={say('projectFixed')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={project || places[0]?.value || ''}
              onChange={setProject}
              options={places}
              error={faults.project_id}
            />
          )}
        </SimpleGrid>
        <Textarea {...input('notes')} autosize minRows={3} />
        {!isReadOnly && (
          <Group justify="flex-end">
            <Button type="submit" loading={isBusy} disabled={Object.keys(typed).length === 0}>
              {word('save')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

function aboutField(field: Field, say: (key: 'externalIdAbout' | 'telAbout') => string): string | undefined {
  if (field === 'external_id') return say('externalIdAbout');
  return field === 'tel1' ? say('telAbout') : undefined;
}

const withoutNulls = (input: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
