import { ActionIcon, Alert, Button, Group, Menu, Stack } from '@mantine/core';
import { useMayWrite } from '../api/session.ts';
import { useText } from '../i18n/language.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { webhookMessages } from './messages.ts';
import type { Webhook } from './webhook.ts';

export type Doing = 'edit' | 'test' | 'replay' | 'rotate' | 'delete' | undefined;

export function WebhookActions({ webhook, onDo }: { webhook: Webhook; onDo: (doing: Doing) => void }) {
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

export function StoppedNote({ webhook }: { webhook: Webhook }) {
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
