import { Text } from '@mantine/core';
import { useTimezone } from '../api/session.ts';
import { usePage } from '../api/use-read.ts';
import { CallTable } from '../calls/call-table.tsx';
import { useText } from '../i18n/language.tsx';
import { Section } from '../parts/page/section.tsx';
import { Card, Loaded } from '../parts/page/states.tsx';
import { last30Days } from '../parts/values/days.ts';
import { customerMessages } from './messages.ts';

export function CustomerHistory({ customerId }: { customerId: number }) {
  const say = useText(customerMessages);
  const calls = usePage('/calls', {
    query: { customer_id: String(customerId), ...last30Days(useTimezone()), per_page: 50 },
  });
  return (
    <Section title={say('history')}>
      <Loaded query={calls}>
        {({ data }) =>
          data.length === 0 ? (
            <Text size="sm" c="dimmed">
              {say('noHistory')}
            </Text>
          ) : (
            <Card>
              <CallTable calls={data} />
            </Card>
          )
        }
      </Loaded>
    </Section>
  );
}
