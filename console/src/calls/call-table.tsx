import { Group, Table, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icon.tsx';
import { TextLink } from '../parts/links.tsx';
import { useNames } from '../parts/use-names.ts';
import { When } from '../parts/when.tsx';
import { words } from '../parts/words.messages.ts';
import { paths } from '../paths.ts';
import type { CallItem } from './call.ts';
import { callMessages } from './messages.ts';
import { StatusBadge } from './status-badge.tsx';
import { TalkTime } from './talk-time.tsx';

export function CallTable({ calls }: { calls: CallItem[] }) {
  const say = useText(callMessages);
  const word = useText(words);
  const { staffName, projectName } = useNames();
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('number')}</Table.Th>
            <Table.Th>{say('status')}</Table.Th>
            <Table.Th>{word('staff')}</Table.Th>
            <Table.Th>{word('project')}</Table.Th>
            <Table.Th>{say('started')}</Table.Th>
            <Table.Th ta="right">{say('duration')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {calls.map((call) => (
            <CallRow
              key={call.call_id}
              call={call}
              staff={call.staff_id === null ? say('nobody') : staffName(call.staff_id)}
              project={projectName(call.project_id)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function CallRow({ call, staff, project }: { call: CallItem; staff: string; project: string }) {
  const say = useText(callMessages);
  const navigate = useNavigate();
  const params = { callId: call.call_id };
  const isInbound = call.call_type === 'inbound';
  return (
    // The whole row is easy to hit with a mouse; the link in it is what the keyboard and screen readers use.
    <Table.Tr style={{ cursor: 'pointer' }} onClick={() => navigate({ to: paths.call, params })}>
      <Table.Td>
        <Group gap={8} wrap="nowrap" c={isInbound ? 'teal' : 'trunk'}>
          <Icon name={isInbound ? 'phone-incoming' : 'phone-outgoing'} />
          <div>
            <TextLink
              to={paths.call}
              params={params}
              ff="monospace"
              size="sm"
              c="var(--mantine-color-text)"
              aria-label={`${say(call.call_type)}: ${call.phone_number}`}
              onClick={(event) => event.stopPropagation()}
            >
              {call.phone_number === 'anonymous' ? say('anonymous') : call.phone_number}
            </TextLink>
            {call.external_id && (
              <Text size="xs" c="dimmed">
                {call.external_id}
              </Text>
            )}
          </div>
        </Group>
      </Table.Td>
      <Table.Td>
        <StatusBadge call={call} />
      </Table.Td>
      <Table.Td>
        <Text size="sm">{staff}</Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{project}</Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{call.started_at ? <When at={call.started_at} /> : say('notYet')}</Text>
      </Table.Td>
      <Table.Td ta="right">
        <TalkTime call={call} />
      </Table.Td>
    </Table.Tr>
  );
}
