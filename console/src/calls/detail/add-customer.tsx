import { Anchor, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useMayWrite } from '../../api/session.ts';
import type { Shapes } from '../../api/types.ts';
import { useText } from '../../i18n/language.tsx';
import { FormButtons } from '../../parts/forms/form-buttons.tsx';
import { Picker } from '../../parts/forms/picker.tsx';
import { askBefore } from '../../parts/forms/unsaved.ts';
import { useFields } from '../../parts/forms/use-fields.ts';
import { useWrite } from '../../parts/forms/use-write.ts';
import { showDone } from '../../parts/problems/show-problem.tsx';
import { useNationalNumbers } from '../../parts/values/phone-number.tsx';
import { projectOptions, useNames } from '../../parts/values/use-names.ts';
import { words } from '../../parts/words.messages.ts';
import { paths } from '../../paths.ts';
import type { Call } from '../call.ts';
import { customerMessages } from './customer-messages.ts';
import { detailMessages } from './messages.ts';

/** A caller who is not among the customers, and a way to add one with the number of the call. */
export function UnknownCustomer({ call }: { call: Call }) {
  const say = useText(detailMessages);
  const sayCustomer = useText(customerMessages);
  const national = useNationalNumbers();
  const mayWrite = useMayWrite();
  const [isAdding, setIsAdding] = useState(false);
  const { phone_number: number } = call;
  const hasNumber = number !== null && number !== 'anonymous';
  return (
    <Group gap="xs">
      {say('unknownCustomer')}
      {mayWrite && hasNumber && (
        <Anchor component="button" type="button" size="sm" onClick={() => setIsAdding(true)}>
          {sayCustomer('add')}
        </Anchor>
      )}
      {isAdding && hasNumber && (
        <AddCustomerWindow number={national(number)} projectId={call.project_id} onClose={() => setIsAdding(false)} />
      )}
    </Group>
  );
}

type WindowProps = { number: string; projectId: number; onClose: () => void };

function AddCustomerWindow({ number, projectId, onClose }: WindowProps) {
  const say = useText(customerMessages);
  const word = useText(words);
  const navigate = useNavigate();
  const places = projectOptions(useNames().projects);
  const add = useWrite((send, body: Shapes['NewCustomer']) => send('POST', '/customers', { body }), {
    changes: ['/customers'],
    onDone: ({ data }) => {
      // At once: this form is saved, and only other unsaved edits, such as a note, are a reason to ask.
      flushSync(onClose);
      showDone(say('added'));
      void navigate({ to: paths.customer, params: { customerId: String(data.customer_id) } });
    },
    shown: 'form',
  });
  const form = useFields({
    initialValues: { name: '', company_name: '', tel1: number, project_id: String(projectId) },
    error: add.error,
  });
  // The project of the call may have been removed.
  const isPlace = places.some(({ value }) => value === form.values.project_id);
  const project = isPlace ? form.values.project_id : (places[0]?.value ?? '');
  const send = ({ project_id: _, company_name, ...values }: typeof form.values) =>
    add.mutate({ ...values, ...(company_name && { company_name }), project_id: Number(project) });
  return (
    <Modal opened onClose={askBefore(onClose)} title={say('add')}>
      <form {...form.sending(send)} noValidate>
        <Stack>
          <Text size="sm">{say('about')}</Text>
          <TextInput label={word('name')} required data-autofocus {...form.getInputProps('name')} />
          <TextInput label={`${say('company')}${word('optional')}`} {...form.getInputProps('company_name')} />
          <TextInput label={say('number')} type="tel" {...form.getInputProps('tel1')} />
          <Picker label={word('project')} {...form.getInputProps('project_id')} value={project} options={places} />
          <FormButtons action={say('add')} isBusy={add.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
