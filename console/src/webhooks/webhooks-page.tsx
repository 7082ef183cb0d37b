import { Badge, Button, Code, Group, Stack, Table, Text, Tooltip } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayWrite } from '../api/session.ts';
import { usePage } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { TextLink } from '../parts/page/links.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Card, Empty, Loaded } from '../parts/page/states.tsx';
import { words } from '../parts/words.messages.ts';
import { paths } from '../paths.ts';
import { webhookMessages } from './messages.ts';
import { SecretWindow } from './secret-window.tsx';
import type { CreatedWebhook, Webhook } from './webhook.ts';
import { WebhookDrawer } from './webhook-drawer.tsx';
import { WebhookState } from './webhook-state.tsx';

export function WebhooksPage() {
  const say = useText(webhookMessages);
  const mayWrite = useMayWrite();
  const navigate = useNavigate();
  const webhooks = usePage('/webhooks', { query: { per_page: 100 } });
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<CreatedWebhook>();
  const createButton = mayWrite && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setIsCreating(true)}>
      {say('create')}
    </Button>
  );
  return (
    <>
      <PageHeader title={say('title')} about={say('about')} actions={createButton} />
      <Card>
        <Loaded query={webhooks}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon="webhook" title={say('empty')} action={createButton}>
                {say('emptyAbout')}
              </Empty>
            ) : (
              <WebhookTable webhooks={data} />
            )
          }
        </Loaded>
      </Card>
      <WebhookDrawer
        opened={isCreating}
        onClose={() => setIsCreating(false)}
        onSaved={(saved) => {
          setIsCreating(false);
          if ('secret' in saved) setCreated(saved);
        }}
      />
      <SecretWindow
        label={created?.label ?? ''}
        secret={created?.secret}
        onClose={() => {
          const id = created?.webhook_id;
          setCreated(undefined);
          if (id !== undefined) void navigate({ to: paths.webhook, params: { webhookId: String(id) } });
        }}
      />
    </>
  );
}

function WebhookTable({ webhooks }: { webhooks: Webhook[] }) {
  const say = useText(webhookMessages);
  const word = useText(words);
  const navigate = useNavigate();
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('endpoint')}</Table.Th>
            <Table.Th>{say('events')}</Table.Th>
            <Table.Th>{word('status')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {webhooks.map((webhook) => {
            const params = { webhookId: String(webhook.webhook_id) };
            return (
              <Table.Tr
                key={webhook.webhook_id}
                style={{ cursor: 'pointer' }}
                onClick={() => navigate({ to: paths.webhook, params })}
              >
                <Table.Td>
                  <Stack gap={2}>
                    <TextLink
                      to={paths.webhook}
                      params={params}
                      size="sm"
                      fw={600}
                      c="var(--mantine-color-text)"
                      onClick={(event) => event.stopPropagation()}
                    >
                      {webhook.label}
                    </TextLink>
                    <Text size="xs" c="dimmed" ff="monospace" truncate maw={380}>
                      {webhook.url}
                    </Text>
                  </Stack>
                </Table.Td>
                <Table.Td>
                  <EventSummary events={webhook.events} />
                </Table.Td>
                <Table.Td>
                  <WebhookState webhook={webhook} />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function EventSummary({ events }: { events: Webhook['events'] }) {
  const [first, second, ...more] = events;
  return (
    <Group gap={4}>
      {[first, second].map((event) => event && <Code key={event}>{event}</Code>)}
      {more.length > 0 && (
        <Tooltip label={more.join(', ')}>
          <Badge color="gray">+{more.length}</Badge>
        </Tooltip>
      )}
    </Group>
  );
}
