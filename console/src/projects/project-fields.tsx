import { MultiSelect, NativeSelect, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useIsTelephonyKept } from '../api/session.ts';
import { useAll } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { Picker } from '../parts/forms/picker.tsx';
import { useSearchable } from '../parts/forms/use-searchable.ts';
import { staffOptions, useNames } from '../parts/values/use-names.ts';
import { projectMessages } from './messages.ts';
import type { Settings } from './project.ts';

type Props = { settings: Settings; set: (change: Partial<Settings>) => void; faults: Record<string, string> };

export function OutgoingFields({ settings, set, faults }: Props) {
  const say = useText(projectMessages);
  const isKept = useIsTelephonyKept();
  const { data: trunks = [] } = useAll('/trunks');
  return (
    <>
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
      <Picker
        label={say('trunkLabel')}
        description={say(isKept ? 'keptByOperator' : 'trunkAbout')}
        disabled={isKept}
        value={settings.trunk ?? ''}
        onChange={(name) => set({ trunk: name || null })}
        options={[{ value: '', label: say('noTrunk') }, ...trunks.map(({ name }) => ({ value: name, label: name }))]}
        error={faults.trunk}
      />
    </>
  );
}

export function RecordingFields({ settings, set }: Props) {
  const say = useText(projectMessages);
  return (
    <>
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
    </>
  );
}

export function IncomingFields({ settings, set, faults }: Props) {
  const say = useText(projectMessages);
  const searchable = useSearchable();
  const { staff } = useNames();
  return (
    <>
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
        {...searchable}
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
    </>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <Text fw={650} component="h3" mt="xs">
      {children}
    </Text>
  );
}
