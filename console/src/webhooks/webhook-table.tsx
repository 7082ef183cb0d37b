import { Badge, Code, Group, Stack, Table, Text, Tooltip } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../i18n/language.tsx';
import { ListTable } from '../parts/lists/list-table.tsx';
import { TextLink } from '../parts/page/links.tsx';
import { words } from '../parts/words.messages.ts';
import { paths } from '../paths.ts';
import { webhookMessages } from './messages.ts';
import type { Webhook } from './webhook.ts';
import { WebhookState } from './webhook-state.tsx';

export function WebhookTable({ webhooks }: { webhooks: Webhook[] }) {
  const say = useText(webhookMessages);
  const word = useText(words);
  const navigate = useNavigate();
  return (
    <ListTable titles={[say('endpoint'), say('events'), word('status')]} minWidth={560}>
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
    </ListTable>
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
