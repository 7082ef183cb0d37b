import { Badge, Code, Group, SegmentedControl, Table, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { usePage } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { ListTable } from '../parts/lists/list-table.tsx';
import { Pager } from '../parts/lists/pager.tsx';
import { useExistingPage } from '../parts/lists/use-existing-page.ts';
import { Section } from '../parts/page/section.tsx';
import { Card, Empty, Loaded } from '../parts/page/states.tsx';
import { When } from '../parts/values/when.tsx';
import { words } from '../parts/words.messages.ts';
import { DeliveryBadge } from './delivery-badge.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { webhookMessages } from './messages.ts';
import { type Delivery, type DeliveryStatus, deliveryStatuses } from './webhook.ts';

export function DeliveryLog({ webhookId }: { webhookId: number }) {
  const say = useText(webhookMessages);
  const word = useText(words);
  const [status, setStatus] = useState<DeliveryStatus | ''>('');
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<Delivery>();
  const deliveries = usePage(
    '/webhooks/{webhookId}/deliveries',
    { params: { webhookId }, query: { status: status || undefined, page, per_page: 25 } },
    { refetchInterval: 5_000 },
  );
  const existing = useExistingPage(deliveries, setPage);
  const filter = (
    <SegmentedControl
      size="xs"
      aria-label={word('status')}
      value={status}
      onChange={(next) => {
        setStatus(next as DeliveryStatus | '');
        setPage(1);
      }}
      data={[{ value: '', label: word('all') }, ...deliveryStatuses.map((value) => ({ value, label: say(value) }))]}
    />
  );
  return (
    <Section title={say('deliveries')} about={say('deliveriesAbout')} aside={filter}>
      <Card>
        <Loaded query={existing}>
          {({ data, pagination }) =>
            data.length === 0 ? (
              <Empty icon="send" title={say(status ? 'noneWithStatus' : 'noDeliveries')}>
                {status ? undefined : say('noDeliveriesAbout')}
              </Empty>
            ) : (
              <>
                <DeliveryTable deliveries={data} onOpen={setOpened} />
                <Pager pagination={pagination} onPage={setPage} />
              </>
            )
          }
        </Loaded>
      </Card>
      <DeliveryDrawer webhookId={webhookId} delivery={opened} onClose={() => setOpened(undefined)} />
    </Section>
  );
}

function DeliveryTable({ deliveries, onOpen }: { deliveries: Delivery[]; onOpen: (delivery: Delivery) => void }) {
  const say = useText(webhookMessages);
  const word = useText(words);
  return (
    <ListTable titles={[say('event'), word('status'), say('attempts'), say('when')]} minWidth={560}>
      {deliveries.map((delivery) => {
        const { delivery_id, event_type, attempts, next_attempt_at, created_at } = delivery;
        const last = attempts.at(-1);
        return (
          <Table.Tr key={delivery_id} style={{ cursor: 'pointer' }} onClick={() => onOpen(delivery)}>
            <Table.Td>
              <UnstyledButton
                aria-haspopup="dialog"
                onClick={(event) => {
                  event.stopPropagation();
                  onOpen(delivery);
                }}
              >
                <Code>{event_type}</Code>
              </UnstyledButton>
            </Table.Td>
            <Table.Td>
              <Group gap={6} wrap="nowrap">
                <DeliveryBadge status={delivery.status} />
                {last && <Badge variant="default">{last.response_status ?? say('noAnswer')}</Badge>}
              </Group>
            </Table.Td>
            <Table.Td>
              <Text size="sm">{attempts.length}</Text>
            </Table.Td>
            <Table.Td>
              <Text size="sm">
                <When at={created_at} />
              </Text>
              {next_attempt_at && (
                <Text size="xs" c="dimmed">
                  {say('nextAttempt')}: <When at={next_attempt_at} />
                </Text>
              )}
            </Table.Td>
          </Table.Tr>
        );
      })}
    </ListTable>
  );
}
