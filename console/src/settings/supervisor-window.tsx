import { Modal, Stack } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { changesOf } from '../parts/forms/changes.ts';
import { FormButtons } from '../parts/forms/form-buttons.tsx';
import { askBefore } from '../parts/forms/unsaved.ts';
import { useFields } from '../parts/forms/use-fields.ts';
import { useWrite } from '../parts/forms/use-write.ts';
import { words } from '../parts/words.messages.ts';
import type { Administrator } from './administrator.ts';
import { settingsMessages } from './messages.ts';
import { ProjectChoice } from './project-choice.tsx';

type Props = { administrator: Administrator; onClose: () => void };

/** Makes a person a supervisor, or changes the projects of one. */
export function SupervisorWindow({ administrator, onClose }: Props) {
  const say = useText(settingsMessages);
  const word = useText(words);
  const params = { administratorId: administrator.administrator_id };
  const change = useWrite(
    (send, project_ids: number[]) =>
      send('PUT', '/administrators/{administratorId}', {
        params,
        body: changesOf(administrator, { role: 'supervisor' as const, project_ids }),
      }),
    { changes: ['/administrators'], onDone: onClose, shown: 'form' },
  );
  const form = useFields({
    initialValues: { project_ids: administrator.project_ids.map(String) },
    error: change.error,
  });
  return (
    <Modal opened onClose={askBefore(onClose)} title={say('supervisorTitle', { email: administrator.email })}>
      <form {...form.sending(({ project_ids }) => change.mutate(project_ids.map(Number)))} noValidate>
        <Stack>
          <ProjectChoice {...form.getInputProps('project_ids')} />
          <FormButtons action={word('save')} isBusy={change.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
