import { Box, Group, Table, Text } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { formatDuration } from '../parts/values/duration.ts';
import { percent } from '../parts/values/percent.ts';
import { reportMessages } from './messages.ts';
import type { UserFigures } from './report.ts';
import classes from './staff-table.module.css';

export function StaffTable({ rows }: { rows: UserFigures[] }) {
  const say = useText(reportMessages);
  const most = Math.max(1, ...rows.map(({ total_calls }) => total_calls));
  const orNone = (value: number | null, format: (value: number) => string) =>
    value === null ? say('noValue') : format(value);
  return (
    <Table.ScrollContainer minWidth={760}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('staffMember')}</Table.Th>
            <Table.Th>{say('total')}</Table.Th>
            <Table.Th ta="right">{say('outbound')}</Table.Th>
            <Table.Th ta="right">{say('inbound')}</Table.Th>
            <Table.Th>{say('successRate')}</Table.Th>
            <Table.Th ta="right">{say('averageTalk')}</Table.Th>
            <Table.Th>{say('talkRatio')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.staff_id ?? 'nobody'}>
              <Table.Td>
                <Text size="sm" fw={600}>
                  {row.staff_name ?? say('nobody')}
                </Text>
              </Table.Td>
              <Table.Td>
                <Bar part={row.total_calls / most} text={String(row.total_calls)} kind="count" />
              </Table.Td>
              <Table.Td ta="right">{row.outbound_calls}</Table.Td>
              <Table.Td ta="right">{row.inbound_calls}</Table.Td>
              <Table.Td>
                <Bar part={row.success_rate ?? 0} text={orNone(row.success_rate, percent)} kind="success" />
              </Table.Td>
              <Table.Td ta="right">{orNone(row.average_duration_seconds, formatDuration)}</Table.Td>
              <Table.Td>
                <Bar part={row.talk_ratio ?? 0} text={orNone(row.talk_ratio, percent)} kind="talk" />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

type BarProps = { part: number; text: string; kind: 'count' | 'success' | 'talk' };

function Bar({ part, text, kind }: BarProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" className={classes.value}>
        {text}
      </Text>
      <span className={classes.track} data-kind={kind} aria-hidden="true">
        <Box component="span" className={classes.bar} w={`${part * 100}%`} />
      </span>
    </Group>
  );
}
