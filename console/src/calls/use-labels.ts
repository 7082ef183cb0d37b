import { useQuery } from '@tanstack/react-query';
import { everyPage } from '../api/every-page.ts';
import { useMode } from '../api/mode.ts';
import type { Mode } from '../paths.ts';

/** Labels are free text, so a tenant may have any number of them. The report begins with the most used. */
const mostPages = 5;

type Labels = { tags: string[]; outcomes: string[] };
const none: Labels = { tags: [], outcomes: [] };

/** The tags and outcomes of the last 30 days, as suggestions. Without the license for reports there are none. */
export function useLabels(): Labels {
  const mode = useMode();
  const { data = none } = useQuery({
    queryKey: ['api', mode, '/reports/tags', 'labels'],
    queryFn: ({ signal }) => readLabels(mode, signal),
    staleTime: 60_000,
  });
  return data;
}

async function readLabels(mode: Mode, signal: AbortSignal): Promise<Labels> {
  const labels: Labels = { tags: [], outcomes: [] };
  for await (const { data, pagination } of everyPage('/reports/tags', {}, { mode, signal })) {
    for (const { kind, value } of data) labels[kind === 'tag' ? 'tags' : 'outcomes'].push(value);
    if (pagination.current_page >= mostPages) break;
  }
  return labels;
}
