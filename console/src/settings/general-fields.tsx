import { Fieldset, NativeSelect, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMayWrite } from '../api/session.ts';
import { useLanguage, useText } from '../i18n/language.tsx';
import { Picker } from '../parts/forms/picker.tsx';
import type { Fields } from '../parts/forms/use-fields.ts';
import { countries, countryName } from './countries.ts';
import { generalMessages } from './general-messages.ts';
import { daysOf, type Setting, type Tenant, type Values } from './tenant.ts';

type Props = { form: Fields<Values>; tenant: Tenant };

export function OrganizationFields({ form, tenant }: Props) {
  const say = useText(generalMessages);
  const { language } = useLanguage();
  const isLimited = tenant.limits.most_daily_live_calls !== null;
  const nameOf = useLanguageName();
  return (
    <Stack gap="lg">
      <Choice tenant={tenant} setting="name" label={say('name')} value={tenant.name}>
        <TextInput label={say('name')} required maxLength={255} {...form.getInputProps('name')} />
      </Choice>
      <Choice
        tenant={tenant}
        setting="country"
        label={say('country')}
        value={tenant.default_country ? countryName(tenant.default_country, language) : say('noCountry')}
        about={say('countryAbout')}
      >
        <CountryField form={form} />
      </Choice>
      <Choice
        tenant={tenant}
        setting="timezone"
        label={say('timezone')}
        value={tenant.timezone}
        about={say('timezoneAbout')}
        {...(isLimited && { locked: say('timezoneLocked') })}
      >
        <Picker
          label={say('timezone')}
          description={say('timezoneAbout')}
          {...form.getInputProps('timezone')}
          value={form.values.timezone}
          options={zonesWith(tenant.timezone).map((zone) => ({ value: zone, label: zone }))}
        />
      </Choice>
      <Choice
        tenant={tenant}
        setting="language"
        label={say('language')}
        value={nameOf(tenant.language)}
        about={say('languageAbout')}
      >
        <NativeSelect
          label={say('language')}
          description={say('languageAbout')}
          {...form.getInputProps('language')}
          value={form.values.language ?? ''}
          onChange={(event) => form.setFieldValue('language', event.currentTarget.value || null)}
          // A language that was set in another way is kept.
          data={[...new Set([null, 'auto', 'ja', 'en', tenant.language])].map((code) => ({
            value: code ?? '',
            label: nameOf(code),
          }))}
        />
      </Choice>
    </Stack>
  );
}

export function RecordingFields({ form, tenant }: Props) {
  const say = useText(generalMessages);
  const days = daysOf(tenant.recording_days, tenant);
  const most = tenant.most_recording_days;
  return (
    <Stack gap="lg">
      <Choice
        tenant={tenant}
        setting="recording_days"
        label={say('retention')}
        value={days === null ? say('kept') : say('afterDays', { days })}
      >
        <NumberInput
          label={say('days')}
          description={most === null ? say('daysAny') : say('daysUpTo', { most })}
          allowDecimal={false}
          allowNegative={false}
          allowLeadingZeros={false}
          min={1}
          clampBehavior="none"
          maw={400}
          {...form.getInputProps('recording_days')}
        />
      </Choice>
      <Choice
        tenant={tenant}
        setting="analysis"
        label={say('analysis')}
        value={say(tenant.analyses_calls ? 'on' : 'off')}
        about={say('analysisAbout')}
      >
        <Switch
          label={say('analysis')}
          description={say('analysisAbout')}
          {...form.getInputProps('analyses_calls', { type: 'checkbox' })}
        />
      </Choice>
    </Stack>
  );
}

type ChoiceProps = {
  tenant: Tenant;
  setting: Setting;
  label: string;
  value: string;
  about?: string;
  /** Why the operator keeps the setting, if there is more to say than that. */
  locked?: string;
  /** The field. */
  children: ReactNode;
};

/** A field for people who may change the setting, and text for everyone else. */
function Choice({ tenant, setting, label, value, about, locked, children }: ChoiceProps) {
  const say = useText(generalMessages);
  const mayWrite = useMayWrite();
  const isLeft = tenant.changeable.includes(setting);
  if (mayWrite && isLeft) return children;
  const notes = [about, isLeft ? undefined : (locked ?? say('managed'))].filter((note) => note !== undefined);
  return (
    <Fieldset variant="unstyled" mx={0} aria-label={label}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      {notes.map((note) => (
        <Text key={note} size="xs" c="dimmed">
          {note}
        </Text>
      ))}
      <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Text>
    </Fieldset>
  );
}

function CountryField({ form }: { form: Fields<Values> }) {
  const say = useText(generalMessages);
  const { language } = useLanguage();
  const named = countries
    .map((code) => ({ value: code, label: countryName(code, language) }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
  return (
    <Picker
      label={say('country')}
      description={say('countryAbout')}
      {...form.getInputProps('default_country')}
      value={form.values.default_country ?? ''}
      onChange={(code) => form.setFieldValue('default_country', code || null)}
      options={[{ value: '', label: say('noCountry') }, ...named]}
    />
  );
}

/** The tenant's own zone may have an old name, which browsers do not list. */
const zonesWith = (own: string) => [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])];

function useLanguageName(): (code: string | null) => string {
  const say = useText(generalMessages);
  const { language } = useLanguage();
  return (code) => {
    if (code === null) return say('countryLanguage');
    if (code === 'auto') return say('detected');
    return new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code;
  };
}
