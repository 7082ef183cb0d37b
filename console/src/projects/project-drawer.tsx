import {
  Button,
  Drawer,
  Fieldset,
  Group,
  MultiSelect,
  NativeSelect,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useIsTelephonyKept } from '../api/session.ts';
import type { One } from '../api/types.ts';
import { faultsOf, usePage, useWrite } from '../api/use-api.ts';
import { useText } from '../i18n/language.tsx';
import type { Trunk } from '../numbers/number.ts';
import { showDone } from '../parts/show-problem.tsx';
import { staffOptions, useNames } from '../parts/use-names.ts';
import { words } from '../parts/words.messages.ts';
import { projectMessages } from './messages.ts';
import type { Project } from './project.ts';

type Props = { opened: boolean; project: Project | undefined; isReadOnly: boolean; onClose: () => void };

export function ProjectDrawer({ opened, project, isReadOnly, onClose }: Props) {
  const say = useText(projectMessages);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={project ? say('edit', { name: project.name }) : say('create')}
      position="right"
      size="lg"
    >
      {opened && <ProjectForm project={project} isReadOnly={isReadOnly} onClose={onClose} />}
    </Drawer>
  );
}

type Settings = Omit<Project, 'project_id' | 'is_active' | 'created_at'>;

const fresh: Settings = {
  name: '',
  caller_id: null,
  trunk: null,
  records_calls: true,
  analyses_calls: true,
  announces_recording: true,
  has_voicemail: false,
  ring_strategy: 'all',
  staff_ids: [],
  language: null,
};

function ProjectForm({ project, isReadOnly, onClose }: Omit<Props, 'opened'>) {
  const say = useText(projectMessages);
  const word = useText(words);
  const { staff } = useNames();
  const isKept = useIsTelephonyKept();
  const trunks = usePage<Trunk>('/trunks', { per_page: 200 });
  const [settings, setSettings] = useState<Settings>(project ?? fresh);
  const set = (change: Partial<Settings>) => setSettings((before) => ({ ...before, ...change }));
  const save = useWrite(
    async (send, wanted: Partial<Settings>) => {
      if (project) return send<One<Project>>('PUT', `/projects/${project.project_id}`, wanted);
      return send<One<Project>>('POST', '/projects', wanted);
    },
    {
      changes: ['/projects'],
      onDone: () => {
        showDone(word('saved'));
        onClose();
      },
      shown: 'form',
    },
  );
  const faults = faultsOf(save.error);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(project ? changesOf(project, settings) : settings);
  };

  return (
    <form onSubmit={onSubmit}>
      <Fieldset variant="unstyled" disabled={isReadOnly}>
        <Stack gap="lg">
          <TextInput
            label={word('name')}
            required
            maxLength={255}
            data-autofocus
            value={settings.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={faults.name}
          />
          <Heading>{say('identity')}</Heading>
          <TextInput
            label={say('callerIdLabel')}
            description={say(isKept ? 'keptByOperator' : 'callerIdAbout')}
            disabled={isKept}
            type="tel"
            placeholder="+81312345678"
            value={settings.caller_id ?? ''}
            onChange={(event) => set({ caller_id: event.currentTarget.value || null })}
            error={faults.caller_id}
          />
          <NativeSelect
            label={say('trunkLabel')}
            description={say(isKept ? 'keptByOperator' : 'trunkAbout')}
            disabled={isKept}
            value={settings.trunk ?? ''}
            onChange={(event) => set({ trunk: event.currentTarget.value || null })}
            data={[{ value: '', label: say('noTrunk') }, ...(trunks.data?.data ?? []).map(({ name }) => name)]}
            error={faults.trunk}
          />
          <Heading>{say('recordingTitle')}</Heading>
          <Switch
            label={say('recordsCalls')}
            checked={settings.records_calls}
            onChange={(event) => set({ records_calls: event.currentTarget.checked })}
          />
          <Switch
            label={say('announces')}
            disabled={!settings.records_calls}
            checked={settings.announces_recording}
            onChange={(event) => set({ announces_recording: event.currentTarget.checked })}
          />
          <Switch
            label={say('analyses')}
            description={say('analysesAbout')}
            disabled={!settings.records_calls}
            checked={settings.analyses_calls}
            onChange={(event) => set({ analyses_calls: event.currentTarget.checked })}
          />
          <Heading>{say('incoming')}</Heading>
          <Stack gap={4}>
            <Text size="sm" fw={500}>
              {say('ring')}
            </Text>
            <SegmentedControl
              aria-label={say('ring')}
              value={settings.ring_strategy}
              onChange={(next) => set({ ring_strategy: next as Settings['ring_strategy'] })}
              data={[
                { value: 'all', label: say('ringAll') },
                { value: 'in_order', label: say('ringInOrder') },
              ]}
            />
          </Stack>
          <MultiSelect
            label={say('staff')}
            placeholder={settings.staff_ids.length === 0 ? say('allStaff') : ''}
            clearable
            value={settings.staff_ids.map(String)}
            onChange={(ids) => set({ staff_ids: ids.map(Number) })}
            data={staffOptions(staff)}
            error={faults.staff_ids}
          />
          <Switch
            label={say('hasVoicemail')}
            checked={settings.has_voicemail}
            onChange={(event) => set({ has_voicemail: event.currentTarget.checked })}
          />
          <NativeSelect
            label={say('language')}
            description={say('languageAbout')}
            value={settings.language ?? ''}
            onChange={(event) => set({ language: event.currentTarget.value || null })}
            data={[
              { value: '', label: say('tenantLanguage') },
              { value: 'ja', label: say('japanese') },
              { value: 'en', label: say('english') },
              // One that was set by other means stays what it is.
              ...[settings.language].flatMap((own) => (own && own !== 'ja' && own !== 'en' ? [own] : [])),
            ]}
            error={faults.language}
          />
          {!isReadOnly && (
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {word('cancel')}
              </Button>
              <Button type="submit" loading={save.isPending}>
                {word('save')}
              </Button>
            </Group>
          )}
        </Stack>
      </Fieldset>
    </form>
  );
}

/** Only what is different is sent. */
function changesOf(before: Settings, after: Settings): Partial<Settings> {
  const names = Object.keys(fresh) as (keyof Settings)[];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

function Heading({ children }: { children: string }) {
  return (
    <Text fw={650} component="h3" mt="xs">
      {children}
    </Text>
  );
}
