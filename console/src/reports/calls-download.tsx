import { Button } from '@mantine/core';
import { useState } from 'react';
import { everyPage } from '../api/every-page.ts';
import { useMode } from '../api/mode.ts';
import type { Shapes } from '../api/types.ts';
import { useText } from '../i18n/language.tsx';
import { saveFile, writeCsv } from '../parts/files/csv.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { useShowProblem } from '../parts/problems/show-problem.tsx';
import { reportMessages } from './messages.ts';
import type { ReportQuery } from './report-search.ts';

type Row = Shapes['ReportedCall'];

const columns = [
  'call_id',
  'call_type',
  'status',
  'phone_number',
  'staff_id',
  'project_id',
  'customer_id',
  'external_id',
  'started_at',
  'ended_at',
  'duration_seconds',
  'ring_seconds',
  'talk_ratio',
  'end_reason',
  'tags',
  'outcome',
] as const satisfies (keyof Row)[];

/** Tags contain no commas. */
const fieldsOf = (row: Row) => columns.map((column) => (column === 'tags' ? row.tags.join(',') : row[column]));

/** Every call of the period in one file. Ascending pages have no gaps and no repeats while calls are added. */
export function CallsDownload({ query }: { query: ReportQuery }) {
  const say = useText(reportMessages);
  const mode = useMode();
  const showProblem = useShowProblem();
  const [done, setDone] = useState<{ done: number; total: number }>();

  const download = async () => {
    const rows: Row[] = [];
    try {
      for await (const { data, pagination } of everyPage(
        '/reports/calls',
        { query: { ...query, sort: 'asc' } },
        { mode },
      )) {
        rows.push(...data);
        setDone({ done: rows.length, total: pagination.total });
      }
      const name = `calls-${query.from}-${query.to}.csv`;
      saveFile(name, writeCsv([[...columns], ...rows.map(fieldsOf)]));
    } catch (error) {
      showProblem(error);
    }
    setDone(undefined);
  };

  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" />}
      disabled={done !== undefined}
      onClick={() => void download()}
    >
      {done ? say('downloading', done) : say('downloadCalls')}
    </Button>
  );
}
