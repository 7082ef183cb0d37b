import type { Detail } from '../../platform/problem.ts';
import { callStatuses } from '../state/call-state.ts';
import type { CallFilters } from './list-calls.ts';

type Filter = 'status' | 'call_type' | 'staff_id' | 'project_id' | 'customer_id' | 'external_id';
type Query = { [Name in Filter]?: string | undefined };

/** Reads the filters of a list of calls, each one value or several separated by commas, and reports their faults. */
export function readFilters(query: Query): { filters: CallFilters; faults: Detail[] } {
  const faults: Detail[] = [];
  const words = <Word extends string>(field: Filter, known: readonly Word[]) => {
    const values = valuesOf(query[field]);
    const message = `${field} must be one of ${known.join(', ')}, or several of them separated by commas.`;
    if (values?.some((value) => !known.includes(value as Word))) faults.push({ field, code: 'not_allowed', message });
    return values as Word[] | undefined;
  };
  const ids = (field: Filter) => {
    const values = valuesOf(query[field]);
    const message = `${field} must be an id such as 7, or several ids separated by commas, such as 7,8.`;
    if (values && !values.every(isId)) faults.push({ field, code: 'invalid_format', message });
    return values?.map(Number);
  };
  const given = {
    statuses: words('status', callStatuses),
    call_types: words('call_type', ['outbound', 'inbound']),
    staff_ids: ids('staff_id'),
    project_ids: ids('project_id'),
    customer_ids: ids('customer_id'),
    external_ids: externalIds(query.external_id),
  };
  const filters = Object.fromEntries(Object.entries(given).filter(([, values]) => values)) as CallFilters;
  return { filters, faults };
}

/** The schema reports an empty value. */
const valuesOf = (text: unknown) =>
  typeof text === 'string' && text !== '' ? text.split(',').map((value) => value.trim()) : undefined;

const isId = (text: string) => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));

/** An external_id may contain a comma itself, so the whole text is searched for too. */
function externalIds(text: unknown): string[] | undefined {
  const values = valuesOf(text);
  return values && [...new Set([text as string, ...values])];
}
