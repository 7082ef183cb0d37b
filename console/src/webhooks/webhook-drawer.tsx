import { Drawer, MultiSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type CallStatus, callStatuses } from '../calls/call.ts';
import { callMessages } from '../calls/messages.ts';
import { useText } from '../i18n/language.tsx';
import { changesOf } from '../parts/forms/changes.ts';
import { FormButtons } from '../parts/forms/form-buttons.tsx';
import { askBefore } from '../parts/forms/unsaved.ts';
import { type Fields, useFields } from '../parts/forms/use-fields.ts';
import { useWrite } from '../parts/forms/use-write.ts';
import { everyProjectOption, useNames } from '../parts/values/use-names.ts';
import { words } from '../parts/words.messages.ts';
import { EventChoice } from './event-choice.tsx';
import { webhookMessages } from './messages.ts';
import type { CreatedWebhook, EventType, NewWebhook, Webhook } from './webhook.ts';

type Saved = Webhook | CreatedWebhook;
type Props = { opened: boolean; webhook?: Webhook; onClose: () => void; onSaved: (webhook: Saved) => void };

/** Creates an endpoint, or changes the given one. */
export function WebhookDrawer({ opened, webhook, onClose, onSaved }: Props) {
  const say = useText(webhookMessages);
  return (
    <Drawer
      opened={opened}
      onClose={askBefore(onClose)}
      title={webhook ? say('edit') : say('create')}
      position="right"
      size="lg"
    >
      {opened && <WebhookForm {...(webhook && { webhook })} onClose={onClose} onSaved={onSaved} />}
    </Drawer>
  );
}

type Values = {
  url: string;
  label: string;
  events: EventType[];
  project_ids: string[];
  call_status: CallStatus[];
  is_enabled: boolean;
};

function WebhookForm({ webhook, onClose, onSaved }: Omit<Props, 'opened'>) {
  const say = useText(webhookMessages);
  const word = useText(words);
  const [before] = useState(() => valuesOf(webhook));
  const save = useWrite(
    (send, body: NewWebhook) =>
      webhook
        ? send('PUT', '/webhooks/{webhookId}', {
            params: { webhookId: webhook.webhook_id },
            body: changesOf(bodyOf(before), body),
          })
        : send('POST', '/webhooks', { body }),
    { changes: ['/webhooks'], onDone: ({ data }) => onSaved(data), shown: 'form' },
  );
  const form = useFields({ initialValues: before, error: save.error });
  const { events } = form.values;
  const faultOf = (field: string) => Object.entries(form.faults).find(([name]) => name.startsWith(field))?.[1];
  const onSave = (values: Values) => {
    if (values.events.length > 0) save.mutate(bodyOf(values));
  };

  return (
    <form {...form.sending(onSave)} noValidate>
      <Stack gap="lg">
        <TextInput
          type="url"
          label={say('urlLabel')}
          description={say('urlAbout')}
          placeholder="https://hooks.example.com/trunkline"
          required
          data-autofocus
          {...form.getInputProps('url')}
          error={faultOf('url') ?? faultOf('webhooks')}
        />
        <TextInput
          label={`${say('labelLabel')}${word('optional')}`}
          description={say('labelAbout')}
          maxLength={100}
          {...form.getInputProps('label')}
        />
        <EventChoice
          chosen={events}
          onChange={(next) => form.setFieldValue('events', next)}
          error={faultOf('events')}
        />
        <FilterFields form={form} faultOf={faultOf} />
        <Switch label={say('isEnabled')} {...form.getInputProps('is_enabled', { type: 'checkbox' })} />
        <FormButtons action={webhook ? word('save') : say('create')} isBusy={save.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}

type FilterProps = { form: Fields<Values>; faultOf: (field: string) => string | undefined };

function FilterFields({ form, faultOf }: FilterProps) {
  const say = useText(webhookMessages);
  const sayCall = useText(callMessages);
  const word = useText(words);
  const { projects } = useNames();
  const { project_ids, call_status } = form.values;
  // A removed project stays in a filter until it is taken out.
  const possible = projects.filter(({ is_active, project_id: id }) => is_active || project_ids.includes(String(id)));
  return (
    <Stack gap="sm">
      <Text fw={600} size="sm">
        {say('filters')}
      </Text>
      <MultiSelect
        label={say('filterProjects')}
        placeholder={project_ids.length === 0 ? say('anyProject') : ''}
        clearable
        {...form.getInputProps('project_ids')}
        data={everyProjectOption(possible, (name) => word('past', { name }))}
        error={faultOf('filters.project_ids')}
      />
      <MultiSelect
        label={say('filterStatuses')}
        placeholder={call_status.length === 0 ? say('anyStatus') : ''}
        clearable
        {...form.getInputProps('call_status')}
        data={callStatuses.map((value) => ({ value, label: sayCall(value) }))}
        error={faultOf('filters.call_status')}
      />
    </Stack>
  );
}

const valuesOf = (webhook: Webhook | undefined): Values => ({
  url: webhook?.url ?? '',
  label: webhook?.label ?? '',
  events: webhook?.events ?? ['call.completed', 'call.missed'],
  project_ids: (webhook?.filters.project_ids ?? []).map(String),
  call_status: webhook?.filters.call_status ?? [],
  is_enabled: webhook?.is_enabled ?? true,
});

function bodyOf({ url, label, events, project_ids, call_status, is_enabled }: Values): NewWebhook {
  const filters = {
    ...(project_ids.length > 0 && { project_ids: project_ids.map(Number) }),
    ...(call_status.length > 0 && { call_status }),
  };
  return {
    url: url.trim(),
    label: label.trim() || null,
    events,
    filters: Object.keys(filters).length > 0 ? filters : null,
    is_enabled,
  };
}
