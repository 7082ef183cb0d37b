import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useMayWrite } from '../api/session.ts';
import { useText } from '../i18n/language.tsx';
import { changesOf } from '../parts/forms/changes.ts';
import { Confirm } from '../parts/forms/confirm.tsx';
import { useFields } from '../parts/forms/use-fields.ts';
import { Section } from '../parts/page/section.tsx';
import { words } from '../parts/words.messages.ts';
import { OrganizationFields, RecordingFields } from './general-fields.tsx';
import { generalMessages } from './general-messages.ts';
import { isShorter, type Tenant, type TenantChange, tenantChange, type Values, valuesOf } from './tenant.ts';

type Props = {
  tenant: Tenant;
  /** The settings after the last change that was saved here. */
  saved: Tenant | undefined;
  error: Error | null;
  isBusy: boolean;
  onSave: (change: TenantChange) => void;
};

/** The number that the API accepts where the operator has set none. */
const mostDays = 36_500;

export function GeneralForm({ tenant, saved, error, isBusy, onSave }: Props) {
  const say = useText(generalMessages);
  const word = useText(words);
  const mayWrite = useMayWrite();
  // The form begins anew with saved settings, and keeps typed text when others change the settings.
  const [before, setBefore] = useState(() => valuesOf(tenant));
  const [sent, setSent] = useState(before);
  const [isAsking, setIsAsking] = useState(false);
  const most = tenant.most_recording_days ?? mostDays;
  const form = useFields<Values>({
    initialValues: before,
    error,
    validate: {
      recording_days: (days) =>
        days !== '' && (Number(days) < 1 || Number(days) > most) ? say('daysWrong', { most }) : null,
    },
  });
  const change = tenantChange(before, form.values);
  const days = Number(form.values.recording_days);
  const save = () => {
    setSent(form.values);
    onSave(change);
  };
  const onSubmit = () => (isShorter(tenant, change) ? setIsAsking(true) : save());
  /** Text that was typed while the request was under way stays. */
  const onSaved = useEffectEvent((next: Tenant) => {
    const stored = valuesOf(next);
    setBefore(stored);
    form.setInitialValues(stored);
    form.setValues({ ...stored, ...changesOf(sent, form.values) });
  });
  useEffect(() => {
    if (saved) onSaved(saved);
  }, [saved]);
  const isOpen = mayWrite && tenant.changeable.length > 0;
  return (
    <form {...form.sending(onSubmit)} noValidate>
      <Stack>
        <Section title={say('organization')}>
          <OrganizationFields form={form} tenant={tenant} />
        </Section>
        <Section title={say('recordings')}>
          <RecordingFields form={form} tenant={tenant} />
        </Section>
        {isOpen && (
          <Group justify="flex-end">
            <Button type="submit" loading={isBusy} disabled={!form.isDirty()}>
              {word('save')}
            </Button>
          </Group>
        )}
      </Stack>
      <Confirm
        opened={isAsking}
        title={say('shortenTitle', { days })}
        action={say('shorten')}
        isBusy={isBusy}
        onConfirm={() => {
          setIsAsking(false);
          save();
        }}
        onClose={() => setIsAsking(false)}
      >
        {say('shortenAbout', { days })}
      </Confirm>
    </form>
  );
}
