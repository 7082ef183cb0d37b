import { Modal, Radio, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Role } from '../api/types.ts';
import { useText } from '../i18n/language.tsx';
import { FormButtons } from '../parts/forms/form-buttons.tsx';
import { askBefore, useUnsavedValues } from '../parts/forms/unsaved.ts';
import { useWrite } from '../parts/forms/use-write.ts';
import { useFaults } from '../parts/problems/use-faults.ts';
import { words } from '../parts/words.messages.ts';
import { type CreatedAdministrator, type NewAdministrator, roles } from './administrator.ts';
import { settingsMessages } from './messages.ts';

type Props = { onClose: () => void; onCreated: (administrator: CreatedAdministrator) => void };

export function NewAdministratorWindow({ onClose, onCreated }: Props) {
  const say = useText(settingsMessages);
  const word = useText(words);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  useUnsavedValues(email, role);
  const create = useWrite((send, body: NewAdministrator) => send('POST', '/administrators', { body }), {
    changes: ['/administrators'],
    onDone: ({ data }) => onCreated(data),
    shown: 'form',
  });
  const faults = useFaults(create.error);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ email: email.trim(), role });
  };
  return (
    <Modal opened onClose={askBefore(onClose)} title={say('addAdministrator')}>
      <form onSubmit={onSubmit}>
        <Stack>
          <TextInput
            type="email"
            label={say('email')}
            required
            data-autofocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={faults.email}
          />
          <Radio.Group label={say('role')} value={role} onChange={(next) => setRole(next as Role)}>
            <Stack gap="xs" mt={6}>
              {roles.map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={say(value)}
                  description={say(value === 'administrator' ? 'administratorRole' : 'viewerRole')}
                />
              ))}
            </Stack>
          </Radio.Group>
          <FormButtons action={word('add')} isBusy={create.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
