import { Table, Text } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { ListTable } from '../parts/lists/list-table.tsx';
import { formatDuration } from '../parts/values/duration.ts';
import { percent } from '../parts/values/percent.ts';
import classes from './bar.module.css';
import { Bar } from './bar.tsx';
import { changeText, useCount } from './figure-cards.tsx';
import { reportMessages } from './messages.ts';
import type { Overview } from './report.ts';

export function ProjectTable({ rows }: { rows: Overview['projects'] }) {
  const say = useText(reportMessages);
  const count = useCount();
  const most = Math.max(1, ...rows.map(({ total_calls }) => total_calls));
  const orNone = <T,>(value: T | null | undefined, format: (value: T) => string) =>
    value === null || value === undefined ? say('noValue') : format(value);
  const titles = [
    say('project'),
    say('total'),
    { title: say('outbound'), isRight: true },
    { title: say('inbound'), isRight: true },
    say('successRate'),
    { title: say('averageTalk'), isRight: true },
    { title: say('averageWait'), isRight: true },
    { title: say('abandoned'), isRight: true },
  ];
  return (
    <ListTable titles={titles} minWidth={760}>
      {rows.map((row) => (
        <Table.Tr key={row.project_id}>
          <Table.Td>
            <Text size="sm" fw={600} miw={110}>
              {row.project_name ?? row.project_id}
            </Text>
          </Table.Td>
          <Table.Td>
            <Bar part={row.total_calls / most} text={count(row.total_calls)} kind="count" />
            {row.previous_total_calls !== null && row.previous_total_calls > 0 && (
              <Text size="xs" c="dimmed">
                {changeText(say, row.total_calls, row.previous_total_calls)}
              </Text>
            )}
          </Table.Td>
          <Table.Td className={classes.figure}>{count(row.outbound_calls)}</Table.Td>
          <Table.Td className={classes.figure}>{count(row.inbound_calls)}</Table.Td>
          <Table.Td>
            <Bar part={row.success_rate ?? 0} text={orNone(row.success_rate, percent)} kind="success" />
          </Table.Td>
          <Table.Td className={classes.figure}>{orNone(row.average_duration_seconds, formatDuration)}</Table.Td>
          <Table.Td className={classes.figure}>{orNone(row.waits?.average_wait_seconds, formatDuration)}</Table.Td>
          <Table.Td className={classes.figure}>{orNone(row.waits?.abandoned_calls, count)}</Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
