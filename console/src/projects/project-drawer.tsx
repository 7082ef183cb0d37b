import { Drawer, Fieldset, Stack, TextInput } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { changesOf } from '../parts/forms/changes.ts';
import { FormButtons } from '../parts/forms/form-buttons.tsx';
import { askBefore } from '../parts/forms/unsaved.ts';
import { useFields } from '../parts/forms/use-fields.ts';
import { useSave } from '../parts/forms/use-save.ts';
import { words } from '../parts/words.messages.ts';
import { projectMessages } from './messages.ts';
import type { Project, Settings } from './project.ts';
import { IncomingFields, OutgoingFields, RecordingFields } from './project-fields.tsx';

type Props = { opened: boolean; project: Project | undefined; isReadOnly: boolean; onClose: () => void };

export function ProjectDrawer({ opened, project, isReadOnly, onClose }: Props) {
  const say = useText(projectMessages);
  return (
    <Drawer
      opened={opened}
      onClose={askBefore(onClose)}
      title={project ? say('edit', { name: project.name }) : say('create')}
      position="right"
      size="lg"
    >
      {opened && <ProjectForm project={project} isReadOnly={isReadOnly} onClose={onClose} />}
    </Drawer>
  );
}

const fresh: Settings = {
  name: '',
  caller_id: null,
  trunk: null,
  records_calls: true,
  analyses_calls: true,
  announces_recording: true,
  has_voicemail: false,
  accepts_anonymous: true,
  ring_strategy: 'all',
  staff_ids: [],
  language: null,
};

function ProjectForm({ project, isReadOnly, onClose }: Omit<Props, 'opened'>) {
  const say = useText(projectMessages);
  const word = useText(words);
  const save = useSave(
    (send, wanted: Partial<Settings>) =>
      project
        ? send('PUT', '/projects/{projectId}', { params: { projectId: project.project_id }, body: wanted })
        : send('POST', '/projects', { body: { name: '', ...wanted } }),
    { list: '/projects', ...(!project && { done: say('created') }), onClose },
  );
  const form = useFields<Settings>({ initialValues: project ?? fresh, error: save.error });
  const onSave = (settings: Settings) => save.mutate(project ? changesOf(project, settings) : settings);

  return (
    <form {...form.sending(onSave)}>
      <Fieldset variant="unstyled" disabled={isReadOnly}>
        <Stack gap="lg">
          <TextInput label={word('name')} required maxLength={255} data-autofocus {...form.getInputProps('name')} />
          <OutgoingFields form={form} />
          <RecordingFields form={form} />
          <IncomingFields form={form} />
          {!isReadOnly && <FormButtons isBusy={save.isPending} onCancel={onClose} />}
        </Stack>
      </Fieldset>
    </form>
  );
}
