import { Button, Drawer, Group, MultiSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type CallStatus, callStatuses } from '../calls/call.ts';
import { callMessages } from '../calls/messages.ts';
import { useText } from '../i18n/language.tsx';
import { askBefore, useUnsavedValues } from '../parts/forms/unsaved.ts';
import { useFocusFault } from '../parts/forms/use-focus-fault.ts';
import { useWrite } from '../parts/forms/use-write.ts';
import { useFaults } from '../parts/problems/use-faults.ts';
import { projectOptions, useNames } from '../parts/values/use-names.ts';
import { words } from '../parts/words.messages.ts';
import { EventChoice } from './event-choice.tsx';
import { webhookMessages } from './messages.ts';
import type { CreatedWebhook, EventType, NewWebhook, Webhook } from './webhook.ts';

type Saved = Webhook | CreatedWebhook;
type Props = { opened: boolean; webhook?: Webhook; onClose: () => void; onSaved: (webhook: Saved) => void };

/** Makes an endpoint, or changes the one that is given. */
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

function WebhookForm({ webhook, onClose, onSaved }: Omit<Props, 'opened'>) {
  const say = useText(webhookMessages);
  const sayCall = useText(callMessages);
  const word = useText(words);
  const { projects } = useNames();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [label, setLabel] = useState(webhook?.label ?? '');
  const [events, setEvents] = useState<EventType[]>(webhook?.events ?? ['call.completed', 'call.missed']);
  const [projectIds, setProjectIds] = useState((webhook?.filters.project_ids ?? []).map(String));
  const [statuses, setStatuses] = useState<CallStatus[]>(webhook?.filters.call_status ?? []);
  const [isEnabled, setIsEnabled] = useState(webhook?.is_enabled ?? true);
  useUnsavedValues(url, label, events, projectIds, statuses, isEnabled);
  const save = useWrite(
    (send, body: NewWebhook) =>
      webhook
        ? send('PUT', '/webhooks/{webhookId}', { params: { webhookId: webhook.webhook_id }, body })
        : send('POST', '/webhooks', { body }),
    { changes: ['/webhooks'], onDone: ({ data }) => onSaved(data), shown: 'form' },
  );
  const faults = useFaults(save.error);
  const faultOf = (field: string) => Object.entries(faults).find(([name]) => name.startsWith(field))?.[1];

  const form = useFocusFault(save.error);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (events.length === 0) return;
    const filters = {
      ...(projectIds.length > 0 && { project_ids: projectIds.map(Number) }),
      ...(statuses.length > 0 && { call_status: statuses }),
    };
    save.mutate({
      url: url.trim(),
      label: label.trim() || null,
      events,
      filters: Object.keys(filters).length > 0 ? filters : null,
      is_enabled: isEnabled,
    });
  };

  return (
    <form ref={form} onSubmit={onSubmit} noValidate>
      <Stack gap="lg">
        <TextInput
          type="url"
          label={say('urlLabel')}
          description={say('urlAbout')}
          placeholder="https://hooks.example.com/trunkline"
          required
          data-autofocus
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          error={faultOf('url') ?? faultOf('webhooks')}
        />
        <TextInput
          label={`${say('labelLabel')} (${word('optional')})`}
          description={say('labelAbout')}
          maxLength={100}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
          error={faultOf('label')}
        />
        <EventChoice chosen={events} onChange={setEvents} error={faultOf('events')} />
        <Stack gap="sm">
          <Text fw={600} size="sm">
            {say('filters')}
          </Text>
          <MultiSelect
            label={say('filterProjects')}
            placeholder={projectIds.length === 0 ? say('anyProject') : ''}
            clearable
            value={projectIds}
            onChange={setProjectIds}
            data={projectOptions(projects)}
            error={faultOf('filters.project_ids')}
          />
          <MultiSelect
            label={say('filterStatuses')}
            placeholder={statuses.length === 0 ? say('anyStatus') : ''}
            clearable
            value={statuses}
            onChange={(next) => setStatuses(next as CallStatus[])}
            data={callStatuses.map((value) => ({ value, label: sayCall(value) }))}
            error={faultOf('filters.call_status')}
          />
        </Stack>
        <Switch
          label={say('isEnabled')}
          checked={isEnabled}
          onChange={(event) => setIsEnabled(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {word('cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {webhook ? word('save') : say('create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
