import { Table } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { ListTable } from '../parts/lists/list-table.tsx';
import bar from './bar.module.css';
import type { Labeled } from './bar-chart.tsx';
import classes from './chart.module.css';
import { reportMessages } from './messages.ts';

type Props = { label: string; corner: string; places: Labeled[]; columns: { name: string; cells: string[] }[] };

/** The figures of a chart, for those who cannot see it and those who want them exactly. */
export function ChartTable({ label, corner, places, columns }: Props) {
  const say = useText(reportMessages);
  const titles = [corner, ...columns.map(({ name }) => ({ title: name, isRight: true }))];
  const isStacked = columns.length > 2;
  const cell = isStacked ? { className: bar.figure } : ({ ta: 'right' } as const);
  return (
    <details className={classes.table}>
      <summary>{say('asTable')}</summary>
      <ListTable label={label} titles={titles} minWidth={120 * columns.length} isStacked={isStacked}>
        {places.map(({ key, name }, at) => (
          <Table.Tr key={key}>
            <Table.Th scope="row">{name}</Table.Th>
            {columns.map((column) => (
              <Table.Td key={column.name} {...cell}>
                {column.cells[at]}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </ListTable>
    </details>
  );
}
