import { Button } from '@mantine/core';
import { useState } from 'react';
import { everyPage } from '../api/every-page.ts';
import { useMode } from '../api/mode.ts';
import { request } from '../api/request.ts';
import type { Shapes } from '../api/types.ts';
import { useText } from '../i18n/language.tsx';
import { saveFile, writeCsv } from '../parts/files/csv.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { useShowProblem } from '../parts/problems/show-problem.tsx';
import { useNames } from '../parts/values/use-names.ts';
import type { Mode } from '../paths.ts';
import { reportMessages } from './messages.ts';
import { callsCsv } from './report-csv.ts';
import type { ReportQuery } from './report-search.ts';

type Row = Shapes['ReportedCall'];

/** Every call of the period in one file. Ascending pages have no gaps and no repeats while calls are added. */
export function CallsDownload({ query }: { query: ReportQuery }) {
  const say = useText(reportMessages);
  const mode = useMode();
  const showProblem = useShowProblem();
  const names = useNames();
  const [done, setDone] = useState<{ done: number; total: number }>();

  const download = async () => {
    const rows: Row[] = [];
    const customers = new Map<number, string>();
    try {
      for await (const { data, pagination } of everyPage(
        '/reports/calls',
        { query: { ...query, sort: 'asc' } },
        { mode },
      )) {
        rows.push(...data);
        await readCustomers(mode, data, customers);
        setDone({ done: rows.length, total: pagination.total });
      }
      const name = `calls-${query.from}-${query.to}.csv`;
      const customerName = (id: number) => customers.get(id);
      saveFile(name, writeCsv(callsCsv(rows, say, { ...names, customerName }, query.timezone)));
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

/** Adds the names of a page's customers that are not known yet, by at most one request. */
async function readCustomers(mode: Mode, rows: Row[], known: Map<number, string>): Promise<void> {
  const unknown = rows.filter(({ customer_id: id }) => id !== null && !known.has(id));
  // One call of each customer is enough.
  const calls = new Map(unknown.map(({ customer_id, call_id }) => [customer_id, call_id]));
  if (calls.size === 0) return;
  const query = { call_ids: [...calls.values()].join(',') };
  const { data } = await request('GET', '/call-signs', { query }, { mode });
  for (const { customer } of data) if (customer) known.set(customer.customer_id, customer.name);
}
