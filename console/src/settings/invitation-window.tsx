import { Modal, Radio, Stack, TextInput } from '@mantine/core';
import type { Role } from '../api/types.ts';
import { useText } from '../i18n/language.tsx';
import { FormButtons } from '../parts/forms/form-buttons.tsx';
import { askBefore } from '../parts/forms/unsaved.ts';
import { useFields } from '../parts/forms/use-fields.ts';
import { useWrite } from '../parts/forms/use-write.ts';
import { type CreatedInvitation, type NewInvitation, roles } from './administrator.ts';
import { settingsMessages } from './messages.ts';
import { ProjectChoice } from './project-choice.tsx';

type Values = { email: string; role: Role; project_ids: string[] };
const aboutRole = {
  administrator: 'administratorRole',
  supervisor: 'supervisorRole',
  viewer: 'viewerRole',
} as const satisfies Record<Role, string>;
type Props = { onClose: () => void; onCreated: (invitation: CreatedInvitation) => void };

export function InvitationWindow({ onClose, onCreated }: Props) {
  const say = useText(settingsMessages);
  const create = useWrite((send, body: NewInvitation) => send('POST', '/invitations', { body }), {
    changes: ['/invitations'],
    onDone: ({ data }) => onCreated(data),
    shown: 'form',
  });
  const form = useFields<Values>({
    initialValues: { email: '', role: 'viewer', project_ids: [] },
    error: create.error,
  });
  const onCreate = ({ email, role, project_ids }: Values) =>
    create.mutate({
      ...{ email: email.trim(), role },
      ...(role === 'supervisor' && { project_ids: project_ids.map(Number) }),
    });
  return (
    <Modal opened onClose={askBefore(onClose)} title={say('addAdministrator')}>
      <form {...form.sending(onCreate)}>
        <Stack>
          <TextInput type="email" label={say('email')} required data-autofocus {...form.getInputProps('email')} />
          <Radio.Group label={say('role')} {...form.getInputProps('role')}>
            <Stack gap="xs" mt={6}>
              {roles.map((value) => (
                <Radio key={value} value={value} label={say(value)} description={say(aboutRole[value])} />
              ))}
            </Stack>
          </Radio.Group>
          {form.values.role === 'supervisor' && <ProjectChoice {...form.getInputProps('project_ids')} />}
          <FormButtons action={say('createInvitation')} isBusy={create.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
