import { Table } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { useNames } from '../parts/values/use-names.ts';
import { When } from '../parts/values/when.tsx';
import { words } from '../parts/words.messages.ts';
import { paths } from '../paths.ts';
import type { CallItem } from './call.ts';
import classes from './call-table.module.css';
import { callMessages } from './messages.ts';
import { useShownNumber } from './shown-number.ts';
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
  const number = useShownNumber(call.phone_number);
  return (
    // The whole row is easy to hit with a mouse; keyboards and screen readers use the link in it.
    <Table.Tr className={classes.row} onClick={() => navigate({ to: paths.call, params })}>
      <Table.Td>
        <div className={classes.number} data-inbound={isInbound || undefined}>
          <Icon name={isInbound ? 'phone-incoming' : 'phone-outgoing'} />
          <div>
            <Link
              to={paths.call}
              params={params}
              className={classes.link}
              aria-label={`${say(call.call_type)}: ${number}`}
              onClick={(event) => event.stopPropagation()}
            >
              {number}
            </Link>
            {call.external_id && <div className={classes.external}>{call.external_id}</div>}
          </div>
        </div>
      </Table.Td>
      <Table.Td>
        <StatusBadge call={call} />
      </Table.Td>
      <Table.Td>{staff}</Table.Td>
      <Table.Td>{project}</Table.Td>
      <Table.Td>{call.started_at ? <When at={call.started_at} /> : say('notYet')}</Table.Td>
      <Table.Td ta="right">
        <TalkTime call={call} />
      </Table.Td>
    </Table.Tr>
  );
}
