import { Badge, Button, Code, Drawer, Group, Stack, Text, Timeline } from '@mantine/core';
import { useMayWrite } from '../api/session.ts';
import { useOne } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { showDone } from '../parts/problems/show-problem.tsx';
import { CopyButton } from '../parts/values/copy-button.tsx';
import { Facts } from '../parts/values/facts.tsx';
import { When } from '../parts/values/when.tsx';
import { words } from '../parts/words.messages.ts';
import { FailureText, RequestSent, ResponseBody } from './attempt-outcome.tsx';
import { DeliveryBadge } from './delivery-badge.tsx';
import { webhookMessages } from './messages.ts';
import type { Attempt, Delivery } from './webhook.ts';

type Props = { webhookId: number; delivery: Delivery | undefined; onClose: () => void };

export function DeliveryDrawer({ webhookId, delivery, onClose }: Props) {
  return (
    <Drawer
      opened={delivery !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={delivery && <Code fz="sm">{delivery.event_type}</Code>}
    >
      {delivery && <DeliveryView webhookId={webhookId} delivery={delivery} />}
    </Drawer>
  );
}

function DeliveryView({ webhookId, delivery: listed }: { webhookId: number; delivery: Delivery }) {
  const say = useText(webhookMessages);
  const word = useText(words);
  const mayWrite = useMayWrite();
  const retry = useWrite(
    (send, deliveryId: string) =>
      send('POST', '/webhooks/{webhookId}/deliveries/{deliveryId}/retry', { params: { webhookId, deliveryId } }),
    {
      changes: ['/webhooks/{webhookId}/deliveries'],
      goesOn: true,
      onDone: () => showDone(say('retried')),
    },
  );
  // Read by itself: after a retry it leaves the list of failed deliveries, but is still open here.
  const exchange = useOne(
    '/webhooks/{webhookId}/deliveries/{deliveryId}',
    { params: { webhookId, deliveryId: listed.delivery_id } },
    { refetchInterval: 5_000 },
  ).data?.data;
  const { delivery_id, event_id, status, attempts, next_attempt_at, created_at } = exchange ?? listed;
  const isTest = exchange?.request.headers != null;
  return (
    <Stack>
      <Facts
        facts={[
          [word('status'), <DeliveryBadge key="status" status={status} />],
          [word('created'), <When key="created" at={created_at} exact />],
          [say('nextAttempt'), next_attempt_at && <When at={next_attempt_at} exact />],
          [say('eventId'), <Id key="event" id={event_id} />],
          [say('deliveryId'), <Id key="delivery" id={delivery_id} />],
        ]}
      />
      {mayWrite && !isTest && (
        <Group>
          <Button
            variant="default"
            leftSection={<Icon name="refresh" />}
            loading={retry.isPending}
            onClick={() => retry.mutate(delivery_id)}
          >
            {say('retry')}
          </Button>
        </Group>
      )}
      {exchange && <RequestSent request={exchange.request} />}
      {attempts.length === 0 ? (
        <Text size="sm" c="dimmed">
          {say(status === 'pending' ? 'pending' : 'noAttempts')}
        </Text>
      ) : (
        <Timeline bulletSize={22} lineWidth={2} active={attempts.length}>
          {attempts.map((attempt, at) => (
            <Timeline.Item
              key={attempt.at}
              title={say('attempt', { number: at + 1 })}
              color={attempt.error ? 'red' : 'teal'}
              bullet={<Icon name={attempt.error ? 'x' : 'check'} size={12} />}
            >
              <AttemptView attempt={attempt} />
            </Timeline.Item>
          ))}
        </Timeline>
      )}
    </Stack>
  );
}

function AttemptView({ attempt }: { attempt: Attempt }) {
  const say = useText(webhookMessages);
  const { at, duration_ms, response_status, error } = attempt;
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Badge color={error ? 'red' : 'teal'}>{response_status ?? say('noAnswer')}</Badge>
        <Text size="xs" c="dimmed">
          <When at={at} exact /> · {say('tookMs', { ms: duration_ms })}
        </Text>
      </Group>
      {error && (
        <Text size="sm">
          <FailureText attempt={attempt} />
        </Text>
      )}
      <ResponseBody attempt={attempt} />
    </Stack>
  );
}

function Id({ id }: { id: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Code fz={11}>{id}</Code>
      <CopyButton value={id} />
    </Group>
  );
}
