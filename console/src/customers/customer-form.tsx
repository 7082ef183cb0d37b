import { Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLanguage, useText } from '../i18n/language.tsx';
import { Picker } from '../parts/forms/picker.tsx';
import { useFields } from '../parts/forms/use-fields.ts';
import { useWarning } from '../parts/forms/use-warning.ts';
import { useNationalNumbers } from '../parts/values/phone-number.tsx';
import { projectOptions, useNames } from '../parts/values/use-names.ts';
import { words } from '../parts/words.messages.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
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
const allFields = [...fields, 'notes'] as const;
type Field = (typeof allFields)[number];
const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** The typed values. Untouched fields stay undefined, and show the stored value even when others change it meanwhile. */
type Values = Record<Field, string | undefined> & { project_id: string };
const untouched = {
  ...Object.fromEntries(allFields.map((field) => [field, undefined])),
  project_id: '',
} as Values;

type Stored = Partial<Record<Field, string | null>>;

export type SavedChange = { sent: CustomerChange; stored: Customer };

type Props = {
  /** Without one, the form creates a customer. */
  customer?: Customer;
  /** The last change of it that was saved. */
  saved?: SavedChange | undefined;
  error: Error | null;
  isBusy: boolean;
  isReadOnly?: boolean;
  /** Reads the customer before a change of it is saved; without an answer, nothing is saved. */
  onCheck?: () => Promise<Customer | undefined>;
  onSave: (input: CustomerChange) => void;
  onCancel?: () => void;
};

/** Sends only changed fields, so that two people can change different fields of the same customer. */
export function CustomerForm({ customer, saved, error, isBusy, isReadOnly = false, onCheck, onSave, onCancel }: Props) {
  const say = useText(customerMessages);
  const word = useText(words);
  const { language } = useLanguage();
  const { projects } = useNames();
  const places = projectOptions(projects);
  const form = useFields<Values>({ initialValues: untouched, error });
  const { project_id, ...typed } = form.values;
  const project = project_id || (places[0]?.value ?? '');
  const national = useNationalNumbers();
  /** The server reads a number in either form. */
  const shownAs = (field: Field, stored: string | null | undefined) =>
    field.startsWith('tel') ? national(stored ?? '') : (stored ?? '');
  const storedIn = (field: Field) => shownAs(field, customer?.[field]);
  /** The stored value of each field when this person began to type in it. */
  const [began, setBegan] = useState<Stored>({});
  /** The values by which another person has replaced those meanwhile, as the last check found them. */
  const [replaced, setReplaced] = useState<Stored>({});
  const warned = allFields.filter((field) => typed[field] !== undefined && replaced[field] !== undefined);
  const { isNew, warn } = useWarning();
  const replacedIn = (stored: Customer): Stored => {
    const isReplaced = (field: Field) =>
      typed[field] !== undefined && stored[field] !== began[field] && typed[field] !== shownAs(field, stored[field]);
    return Object.fromEntries(allFields.filter(isReplaced).map((field) => [field, stored[field]]));
  };
  /** Text that was typed while the request was under way stays. */
  const onSaved = useEffectEvent(({ sent, stored }: SavedChange) => {
    const isDone = (field: Field) =>
      typed[field] === shownAs(field, stored[field]) || (typed[field] || null) === sent[field];
    form.setValues(Object.fromEntries(allFields.filter(isDone).map((field) => [field, undefined])));
    const known = allFields.filter((field) => field in sent);
    setBegan((before) => ({ ...before, ...Object.fromEntries(known.map((field) => [field, stored[field]])) }));
    setReplaced({});
  });
  useEffect(() => {
    if (saved) onSaved(saved);
  }, [saved]);
  const onSubmit = async () => {
    if (customer && onCheck) {
      const stored = await onCheck();
      if (!stored) return;
      const found = replacedIn(stored);
      const unseen = allFields.find((field) => found[field] !== undefined && found[field] !== replaced[field]);
      // The person sees each of these values before the form replaces it.
      if (unseen) return warn(() => setReplaced(found), form.getInputNode(unseen));
      setReplaced(found);
    }
    const changed = Object.entries(typed).filter(([, value]) => value !== undefined);
    const input = Object.fromEntries(changed.map(([field, value]) => [field, value || null]));
    onSave(customer ? input : { ...withoutNulls(input), project_id: Number(project) });
  };
  const input = (field: Field) => ({
    ...form.getInputProps(field),
    label: say(field),
    value: typed[field] ?? storedIn(field),
    readOnly: isReadOnly,
    description: warned.includes(field) ? warning(field) : aboutField(field, say),
    inputWrapperOrder: order,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      if (typed[field] === undefined) setBegan((before) => ({ ...before, [field]: customer?.[field] ?? null }));
      // What is stored is about to change while the form is saved.
      form.setFieldValue(field, value === storedIn(field) && !isBusy ? undefined : value);
    },
  });
  const warning = (field: Field) => <ChangedMeanwhile field={field} value={shownAs(field, replaced[field])} />;
  return (
    <form {...form.sending(() => void onSubmit())} noValidate>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {fields.map((field) => (
            <TextInput
              key={field}
              {...input(field)}
              title={(field.startsWith('tel') && customer?.[field]) || undefined}
              required={field === 'name'}
              type={field.startsWith('tel') ? 'tel' : field === 'email' ? 'email' : 'text'}
            />
          ))}
          {!customer && (
            <Picker
              {...form.getInputProps('project_id')}
              label={word('project')}
              description={say('projectFixed')}
              inputWrapperOrder={order}
              value={project}
              options={places}
            />
          )}
        </SimpleGrid>
        <Textarea {...input('notes')} autosize minRows={3} />
        {warned.length > 0 && (
          <Text size="sm" c="var(--mantine-color-error)" ta="end">
            {say('replaces', { fields: new Intl.ListFormat(language).format(warned.map((field) => say(field))) })}
          </Text>
        )}
        {!isReadOnly && (
          <Group justify="flex-end">
            {onCancel && (
              <Button variant="default" onClick={onCancel}>
                {word('cancel')}
              </Button>
            )}
            <Button type="submit" loading={isBusy} disabled={!form.isDirty() || isNew}>
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
