import { Group, Stack, Text } from '@mantine/core';
import type { CallItem } from '../calls/call.ts';
import { callMessages } from '../calls/messages.ts';
import { useShownNumber } from '../calls/shown-number.ts';
import { StatusBadge } from '../calls/status-badge.tsx';
import { TalkTime } from '../calls/talk-time.tsx';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { TextLink } from '../parts/page/links.tsx';
import { Section } from '../parts/page/section.tsx';
import { paths } from '../paths.ts';
import classes from './home.module.css';
import type { Home } from './home.ts';
import { homeMessages } from './messages.ts';

/** The newest calls in progress. */
export function CallsNow({ calls: { total, newest }, staff }: Pick<Home, 'calls' | 'staff'>) {
  const say = useText(homeMessages);
  // The list of staff begins with those who are on a call.
  const names = new Map(staff.members.map(({ staff_id, name }) => [staff_id, name]));
  return (
    <Section
      title={`${say('callsNow')} (${total})`}
      aside={
        <TextLink to={paths.calls} size="sm">
          {say('toCalls')}
        </TextLink>
      }
    >
      <Stack gap={0} className={classes.rows}>
        {total === 0 && (
          <Text size="sm" c="dimmed">
            {say('noCalls')}
          </Text>
        )}
        {newest.map((call) => (
          <CallRow
            key={call.call_id}
            call={call}
            staff={call.staff_id === null ? undefined : names.get(call.staff_id)}
          />
        ))}
        {total > newest.length && (
          <Text size="sm" c="dimmed" pt="xs">
            {say('moreCalls', { count: total - newest.length })}
          </Text>
        )}
      </Stack>
    </Section>
  );
}

function CallRow({ call, staff }: { call: CallItem; staff: string | undefined }) {
  const say = useText(callMessages);
  const number = useShownNumber(call.phone_number);
  return (
    <Group className={classes.row} gap="sm" wrap="nowrap">
      <Icon name={call.call_type === 'inbound' ? 'phone-incoming' : 'phone-outgoing'} />
      <div className={classes.name}>
        <TextLink
          to={paths.call}
          params={{ callId: call.call_id }}
          size="sm"
          aria-label={`${say(call.call_type)}: ${number}`}
        >
          {number}
        </TextLink>
        <Text size="xs" c="dimmed" truncate>
          {staff ?? say('nobody')}
        </Text>
      </div>
      <TalkTime call={call} />
      <StatusBadge call={call} />
    </Group>
  );
}
