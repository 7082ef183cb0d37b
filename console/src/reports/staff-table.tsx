import { Table, Text } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { ListTable } from '../parts/lists/list-table.tsx';
import { formatDuration } from '../parts/values/duration.ts';
import { percent } from '../parts/values/percent.ts';
import classes from './bar.module.css';
import { Bar } from './bar.tsx';
import { useCount } from './figure-cards.tsx';
import { reportMessages } from './messages.ts';
import type { UserFigures } from './report.ts';

export function StaffTable({ rows }: { rows: UserFigures[] }) {
  const say = useText(reportMessages);
  const count = useCount();
  const most = Math.max(1, ...rows.map(({ total_calls }) => total_calls));
  const orNone = (value: number | null, format: (value: number) => string) =>
    value === null ? say('noValue') : format(value);
  const titles = [
    say('staffMember'),
    say('total'),
    { title: say('outbound'), isRight: true },
    { title: say('inbound'), isRight: true },
    say('successRate'),
    { title: say('averageTalk'), isRight: true },
    { title: say('talkRatio'), about: say('talkRatioAbout') },
  ];
  return (
    <ListTable titles={titles} minWidth={760}>
      {rows.map((row) => (
        <Table.Tr key={row.staff_id ?? 'nobody'}>
          <Table.Td>
            <Text size="sm" fw={600} miw={110}>
              {row.staff_name ?? say('nobody')}
            </Text>
          </Table.Td>
          <Table.Td>
            <Bar part={row.total_calls / most} text={count(row.total_calls)} kind="count" />
          </Table.Td>
          <Table.Td className={classes.figure}>{count(row.outbound_calls)}</Table.Td>
          <Table.Td className={classes.figure}>{count(row.inbound_calls)}</Table.Td>
          <Table.Td>
            <Bar part={row.success_rate ?? 0} text={orNone(row.success_rate, percent)} kind="success" />
          </Table.Td>
          <Table.Td className={classes.figure}>{orNone(row.average_duration_seconds, formatDuration)}</Table.Td>
          <Table.Td>
            <Bar part={row.talk_ratio ?? 0} text={orNone(row.talk_ratio, percent)} kind="talk" />
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
