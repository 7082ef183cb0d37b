import { MultiSelect, NativeSelect, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useIsTelephonyByOperator } from '../api/session.ts';
import { useAll } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { Picker } from '../parts/forms/picker.tsx';
import type { Fields } from '../parts/forms/use-fields.ts';
import { useSearchable } from '../parts/forms/use-searchable.ts';
import { staffOptions, useNames } from '../parts/values/use-names.ts';
import { projectMessages } from './messages.ts';
import type { Settings } from './project.ts';

type Props = { form: Fields<Settings> };

export function OutgoingFields({ form }: Props) {
  const say = useText(projectMessages);
  const isByOperator = useIsTelephonyByOperator();
  const { data: trunks = [] } = useAll('/trunks');
  return (
    <>
      <Heading>{say('identity')}</Heading>
      <TextInput
        label={say('callerIdLabel')}
        description={say(isByOperator ? 'keptByOperator' : 'callerIdAbout')}
        disabled={isByOperator}
        type="tel"
        placeholder="+81312345678"
        {...form.getInputProps('caller_id')}
        value={form.values.caller_id ?? ''}
        onChange={(event) => form.setFieldValue('caller_id', event.currentTarget.value || null)}
      />
      <Picker
        label={say('trunkLabel')}
        description={say(isByOperator ? 'keptByOperator' : 'trunkAbout')}
        disabled={isByOperator}
        {...form.getInputProps('trunk')}
        value={form.values.trunk ?? ''}
        onChange={(name) => form.setFieldValue('trunk', name || null)}
        options={[{ value: '', label: say('noTrunk') }, ...trunks.map(({ name }) => ({ value: name, label: name }))]}
      />
    </>
  );
}

export function RecordingFields({ form }: Props) {
  const say = useText(projectMessages);
  return (
    <>
      <Heading>{say('recordingTitle')}</Heading>
      <Switch label={say('recordsCalls')} {...form.getInputProps('records_calls', { type: 'checkbox' })} />
      <Switch
        label={say('announces')}
        disabled={!form.values.records_calls}
        {...form.getInputProps('announces_recording', { type: 'checkbox' })}
      />
      <Switch
        label={say('analyses')}
        description={say('analysesAbout')}
        disabled={!form.values.records_calls}
        {...form.getInputProps('analyses_calls', { type: 'checkbox' })}
      />
    </>
  );
}

export function IncomingFields({ form }: Props) {
  const say = useText(projectMessages);
  const searchable = useSearchable();
  const { staff } = useNames();
  const { staff_ids, language } = form.values;
  return (
    <>
      <Heading>{say('incoming')}</Heading>
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          {say('ring')}
        </Text>
        <SegmentedControl
          aria-label={say('ring')}
          {...form.getInputProps('ring_strategy', { withError: false, withFocus: false })}
          data={[
            { value: 'all', label: say('ringAll') },
            { value: 'in_order', label: say('ringInOrder') },
          ]}
        />
      </Stack>
      <MultiSelect
        label={say('staff')}
        placeholder={staff_ids.length === 0 ? say('allStaff') : ''}
        clearable
        {...searchable}
        {...form.getInputProps('staff_ids')}
        value={staff_ids.map(String)}
        onChange={(ids) => form.setFieldValue('staff_ids', ids.map(Number))}
        data={staffOptions(staff)}
      />
      <Switch label={say('hasVoicemail')} {...form.getInputProps('has_voicemail', { type: 'checkbox' })} />
      <Switch label={say('acceptsAnonymous')} {...form.getInputProps('accepts_anonymous', { type: 'checkbox' })} />
      <NativeSelect
        label={say('language')}
        description={say('languageAbout')}
        {...form.getInputProps('language')}
        value={language ?? ''}
        onChange={(event) => form.setFieldValue('language', event.currentTarget.value || null)}
        data={[
          { value: '', label: say('tenantLanguage') },
          { value: 'auto', label: say('detected') },
          { value: 'ja', label: say('japanese') },
          { value: 'en', label: say('english') },
          // A language that was set in another way is kept.
          ...[language].flatMap((own) => (own && !['auto', 'ja', 'en'].includes(own) ? [own] : [])),
        ]}
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
