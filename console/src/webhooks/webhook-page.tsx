import { ActionIcon, Alert, Button, Group, Menu, Stack } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayWrite } from '../api/session.ts';
import { useOne } from '../api/use-read.ts';
import { useLanguage, useText } from '../i18n/language.tsx';
import { Confirm } from '../parts/forms/confirm.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { TextLink } from '../parts/page/links.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Loaded } from '../parts/page/states.tsx';
import { showDone } from '../parts/problems/show-problem.tsx';
import { formatMoment } from '../parts/values/when.tsx';
import { paths } from '../paths.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { webhookMessages } from './messages.ts';
import { ReplayWindow } from './replay-window.tsx';
import { SecretWindow } from './secret-window.tsx';
import { TestWindow } from './test-window.tsx';
import type { Webhook } from './webhook.ts';
import { WebhookDrawer } from './webhook-drawer.tsx';
import { WebhookFacts } from './webhook-facts.tsx';
import { WebhookState } from './webhook-state.tsx';

const route = getRouteApi('/signed-in/{-$mode}/webhooks/$webhookId');

export function WebhookPage() {
  const { webhookId } = route.useParams();
  // It may be stopped while somebody looks at it.
  const webhook = useOne('/webhooks/{webhookId}', { params: { webhookId } }, { refetchInterval: 5_000 });
  return <Loaded query={webhook}>{({ data }) => <WebhookView webhook={data} />}</Loaded>;
}

type Doing = 'edit' | 'test' | 'replay' | 'rotate' | 'delete' | undefined;

function WebhookView({ webhook }: { webhook: Webhook }) {
  const say = useText(webhookMessages);
  const mayWrite = useMayWrite();
  const [doing, setDoing] = useState<Doing>();
  const stop = () => setDoing(undefined);
  return (
    <>
      <PageHeader
        above={
          <TextLink to={paths.webhooks} size="sm">
            ← {say('allWebhooks')}
          </TextLink>
        }
        title={webhook.label}
        about={<WebhookState webhook={webhook} />}
        actions={mayWrite && <Actions webhook={webhook} onDo={setDoing} />}
      />
      <Stack>
        {webhook.disabled_reason && <StoppedNote webhook={webhook} />}
        <WebhookFacts webhook={webhook} />
        <DeliveryLog webhookId={webhook.webhook_id} />
      </Stack>
      <WebhookDrawer
        opened={doing === 'edit'}
        webhook={webhook}
        onClose={stop}
        onSaved={() => {
          stop();
          showDone(say('saved'));
        }}
      />
      {doing === 'test' && <TestWindow webhook={webhook} onClose={stop} />}
      {doing === 'replay' && <ReplayWindow webhook={webhook} onClose={stop} />}
      {doing === 'delete' && <DeleteWindow webhook={webhook} onClose={stop} />}
      {doing === 'rotate' && <RotateWindow webhook={webhook} onClose={stop} />}
    </>
  );
}

function Actions({ webhook, onDo }: { webhook: Webhook; onDo: (doing: Doing) => void }) {
  const say = useText(webhookMessages);
  const toggle = useEnable(webhook);
  return (
    <Group gap="xs">
      <Button leftSection={<Icon name="send" />} onClick={() => onDo('test')}>
        {say('sendTest')}
      </Button>
      <Button variant="default" leftSection={<Icon name="pencil" />} onClick={() => onDo('edit')}>
        {say('edit')}
      </Button>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={say('more')}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="history" />} onClick={() => onDo('replay')}>
            {say('replay')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="refresh" />} onClick={() => onDo('rotate')}>
            {say('rotate')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="ban" />} onClick={() => toggle.mutate(!webhook.is_enabled)}>
            {say(webhook.is_enabled ? 'disable' : 'enable')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<Icon name="trash" />} onClick={() => onDo('delete')}>
            {say('delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

function useEnable({ webhook_id }: Webhook) {
  return useWrite(
    (send, is_enabled: boolean) =>
      send('PUT', '/webhooks/{webhookId}', { params: { webhookId: webhook_id }, body: { is_enabled } }),
    {
      changes: ['/webhooks'],
      goesOn: true,
    },
  );
}

function StoppedNote({ webhook }: { webhook: Webhook }) {
  const say = useText(webhookMessages);
  const mayWrite = useMayWrite();
  const enable = useEnable(webhook);
  const reason = webhook.disabled_reason ?? '';
  return (
    <Alert color="red" icon={<Icon name="alert-triangle" />} title={say('stoppedTitle')}>
      <Stack gap="sm" align="flex-start">
        <span>
          {reason in webhookMessages.en ? say(reason as 'endpoint_gone') : reason} {say('stoppedAbout')}
        </span>
        {mayWrite && (
          <Button size="xs" variant="default" loading={enable.isPending} onClick={() => enable.mutate(true)}>
            {say('enable')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

type WindowProps = { webhook: Webhook; onClose: () => void };

function DeleteWindow({ webhook: { webhook_id, label }, onClose }: WindowProps) {
  const say = useText(webhookMessages);
  const navigate = useNavigate();
  const remove = useWrite(
    (send, webhookId: number) => send('DELETE', '/webhooks/{webhookId}', { params: { webhookId } }),
    {
      changes: ['/webhooks'],
      onDone: () => {
        showDone(say('deleted', { label }));
        return navigate({ to: paths.webhooks });
      },
    },
  );
  return (
    <Confirm
      opened
      title={say('deleteTitle', { label })}
      action={say('delete')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(webhook_id)}
      onClose={onClose}
    >
      {say('deleteAbout')}
    </Confirm>
  );
}

function RotateWindow({ webhook: { webhook_id, label }, onClose }: WindowProps) {
  const say = useText(webhookMessages);
  const { language } = useLanguage();
  const rotate = useWrite(
    (send, webhookId: number) => send('POST', '/webhooks/{webhookId}/rotate-secret', { params: { webhookId } }),
    {
      changes: [],
    },
  );
  if (rotate.data) {
    const time = formatMoment(rotate.data.data.previous_secret_expires_at, language);
    return (
      <SecretWindow label={label} secret={rotate.data.data.secret} note={say('rotated', { time })} onClose={onClose} />
    );
  }
  return (
    <Confirm
      opened
      title={say('rotateTitle')}
      action={say('rotate')}
      isBusy={rotate.isPending}
      onConfirm={() => rotate.mutate(webhook_id)}
      onClose={onClose}
    >
      {say('rotateAbout')}
    </Confirm>
  );
}
