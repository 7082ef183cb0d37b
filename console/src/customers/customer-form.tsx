import { Button, Group, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { Picker } from '../parts/forms/picker.tsx';
import { useFields } from '../parts/forms/use-fields.ts';
import { useNationalNumbers } from '../parts/values/phone-number.tsx';
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

/** The typed values. Untouched fields stay undefined, and show the stored value even when others change it meanwhile. */
type Values = Record<Field, string | undefined> & { project_id: string };
const untouched = {
  ...Object.fromEntries([...fields, 'notes'].map((field) => [field, undefined])),
  project_id: '',
} as Values;

type Props = {
  /** Without one, the form creates a customer. */
  customer?: Customer;
  error: Error | null;
  isBusy: boolean;
  isReadOnly?: boolean;
  onSave: (input: CustomerChange) => void;
};

/** Sends only changed fields, so that two people can change different fields of the same customer. */
export function CustomerForm({ customer, error, isBusy, isReadOnly = false, onSave }: Props) {
  const say = useText(customerMessages);
  const word = useText(words);
  const { projects } = useNames();
  const places = projectOptions(projects);
  const form = useFields<Values>({ initialValues: untouched, error });
  const { project_id, ...typed } = form.values;
  const project = project_id || (places[0]?.value ?? '');
  const national = useNationalNumbers();
  /** The server reads a number in either form. */
  const storedIn = (field: Field) => {
    const stored = customer?.[field] ?? '';
    return field.startsWith('tel') ? national(stored) : stored;
  };
  const onSubmit = () => {
    const changed = Object.entries(typed).filter(([, value]) => value !== undefined);
    const input = Object.fromEntries(changed.map(([field, value]) => [field, value || null]));
    onSave(customer ? input : { ...withoutNulls(input), project_id: Number(project) });
  };
  const input = (field: Field) => ({
    ...form.getInputProps(field),
    label: say(field),
    value: typed[field] ?? storedIn(field),
    readOnly: isReadOnly,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      form.setFieldValue(field, value === storedIn(field) ? undefined : value),
  });
  return (
    <form {...form.sending(onSubmit)} noValidate>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {fields.map((field) => (
            <TextInput
              key={field}
              {...input(field)}
              title={(field.startsWith('tel') && customer?.[field]) || undefined}
              required={field === 'name'}
              type={field.startsWith('tel') ? 'tel' : field === 'email' ? 'email' : 'text'}
              description={aboutField(field, say)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
            />
          ))}
          {!customer && (
            <Picker
              {...form.getInputProps('project_id')}
              label={word('project')}
              description={say('projectFixed')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={project}
              options={places}
            />
          )}
        </SimpleGrid>
        <Textarea {...input('notes')} autosize minRows={3} />
        {!isReadOnly && (
          <Group justify="flex-end">
            <Button type="submit" loading={isBusy} disabled={!form.isDirty()}>
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
