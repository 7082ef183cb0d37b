import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { usePage } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { Pager } from '../parts/lists/pager.tsx';
import { useExistingPage } from '../parts/lists/use-existing-page.ts';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Card, Empty, Loaded } from '../parts/page/states.tsx';
import { endOfDay, startOfDay } from '../parts/values/days.ts';
import { AuditFilters, type Filters } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';
import { settingsMessages } from './messages.ts';

export function AuditLogPage() {
  const say = useText(settingsMessages);
  const [filters, setFilters] = useState<Filters>({ administrator: '', action: '', from: '', to: '' });
  const [page, setPage] = useState(1);
  const [{ administrator, action, from, to }] = useDebouncedValue(filters, 250);
  // The API's days are UTC days, and people look for local ones.
  const period = { from: from && startOfDay(from).toISOString(), to: to && endOfDay(to).toISOString() };
  const query = { administrator_id: administrator, action, ...period, page, per_page: 50 };
  const entries = usePage('/audit-log', { query });
  const existing = useExistingPage(entries, setPage);
  const change = (next: Partial<Filters>) => {
    setFilters((before) => ({ ...before, ...next }));
    setPage(1);
  };
  return (
    <>
      <PageHeader title={say('auditLog')} about={say('auditLogAbout')} />
      <AuditFilters filters={filters} onChange={change} />
      <Card>
        <Loaded query={existing}>
          {({ data, pagination }) =>
            data.length === 0 ? (
              <Empty icon="history" title={say('noEntries')}>
                {say('noEntriesAbout')}
              </Empty>
            ) : (
              <>
                <AuditTable entries={data} />
                <Pager pagination={pagination} onPage={setPage} />
              </>
            )
          }
        </Loaded>
      </Card>
    </>
  );
}
