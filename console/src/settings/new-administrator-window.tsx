import { Modal, Radio, Stack, TextInput } from '@mantine/core';
import type { Role } from '../api/types.ts';
import { useText } from '../i18n/language.tsx';
import { FormButtons } from '../parts/forms/form-buttons.tsx';
import { askBefore } from '../parts/forms/unsaved.ts';
import { useFields } from '../parts/forms/use-fields.ts';
import { useWrite } from '../parts/forms/use-write.ts';
import { words } from '../parts/words.messages.ts';
import { type CreatedAdministrator, type NewAdministrator, roles } from './administrator.ts';
import { settingsMessages } from './messages.ts';

type Values = { email: string; role: Role };
type Props = { onClose: () => void; onCreated: (administrator: CreatedAdministrator) => void };

export function NewAdministratorWindow({ onClose, onCreated }: Props) {
  const say = useText(settingsMessages);
  const word = useText(words);
  const create = useWrite((send, body: NewAdministrator) => send('POST', '/administrators', { body }), {
    changes: ['/administrators'],
    onDone: ({ data }) => onCreated(data),
    shown: 'form',
  });
  const form = useFields<Values>({ initialValues: { email: '', role: 'viewer' }, error: create.error });
  const onCreate = ({ email, role }: Values) => create.mutate({ email: email.trim(), role });
  return (
    <Modal opened onClose={askBefore(onClose)} title={say('addAdministrator')}>
      <form {...form.sending(onCreate)}>
        <Stack>
          <TextInput type="email" label={say('email')} required data-autofocus {...form.getInputProps('email')} />
          <Radio.Group label={say('role')} {...form.getInputProps('role')}>
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
