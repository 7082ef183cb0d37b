import type { Database } from '../../database/connect.ts';
import type { Caller } from '../../platform/caller.ts';
import type { ProjectId } from '../../platform/ids.ts';
import { parseNumberInQuery, unreadableNumber } from '../../platform/phone-number.ts';
import type { Detail } from '../../platform/problem.ts';
import { codePoints } from '../../platform/text/storable-text.ts';
import { callStatuses } from '../state/call-state.ts';
import { longestLabel } from '../state/label-limits.ts';
import type { CallFilters } from './list-calls.ts';
import { readableCustomers } from './readable-customers.ts';
import { readWords } from './said-words.ts';

type ListFilter =
  | 'status'
  | 'call_type'
  | 'staff_id'
  | 'project_id'
  | 'customer_id'
  | 'external_id'
  | 'tag'
  | 'outcome';
type Filter = ListFilter | 'phone_number' | 'q';
type Query = { [Name in Filter]?: string | undefined };
type Asking = Pick<Caller, 'tenantId' | 'defaultCountry' | 'projects'>;

/**
 * Reads the filters of a list of calls, and reports their faults. All but the number and the words are one value or several
 * separated by commas. The projects are those that the caller may read.
 */
export function readFilters(
  { tenantId, defaultCountry, projects }: Asking,
  query: Query,
): { filters: CallFilters; faults: Detail[] } {
  const faults: Detail[] = [];
  const words = <Word extends string>(field: ListFilter, known: readonly Word[]) => {
    const values = valuesOf(query[field]);
    const message = `${field} must be one of ${known.join(', ')}, or several of them separated by commas.`;
    if (values?.some((value) => !known.includes(value as Word))) faults.push({ field, code: 'not_allowed', message });
    return values as Word[] | undefined;
  };
  const ids = (field: ListFilter) => {
    const values = valuesOf(query[field]);
    const message = `${field} must be an id such as 7, or several ids separated by commas, such as 7,8.`;
    if (values && !values.every(isId)) faults.push({ field, code: 'invalid_format', message });
    return values?.map(Number);
  };
  const labels = (field: 'tag' | 'outcome') => {
    const values = valuesOf(query[field]);
    const message = `${field} must be 1 to ${longestLabel} characters, or several such values separated by commas.`;
    if (values && !values.every(isLabel)) faults.push({ field, code: 'invalid_format', message });
    return values && [...new Set(values)];
  };
  const number = () => {
    const e164 = query.phone_number && parseNumberInQuery(query.phone_number, defaultCountry);
    if (query.phone_number && !e164) faults.push(unreadableNumber('phone_number', defaultCountry));
    return e164;
  };
  const search = () => {
    const read = query.q === undefined ? undefined : readWords(tenantId, query.q);
    const message = 'q must contain at least one character other than a space.';
    if (query.q !== undefined && !read) faults.push({ field: 'q', code: 'too_short', message });
    return read;
  };
  const given = {
    statuses: words('status', callStatuses),
    call_types: words('call_type', ['outbound', 'inbound']),
    staff_ids: ids('staff_id'),
    project_ids: projectsAmong(projects, ids('project_id') as ProjectId[] | undefined),
    customer_ids: ids('customer_id'),
    external_ids: externalIds(query.external_id),
    e164: number(),
    tags: labels('tag'),
    outcomes: labels('outcome'),
    words: search(),
  };
  const filters = Object.fromEntries(Object.entries(given).filter(([, values]) => values)) as CallFilters;
  return { filters, faults };
}

/** The filters of a list of calls, with the customers that the caller may read. */
export async function filtersOf(db: Database, caller: Asking, query: Query): Promise<CallFilters> {
  const { filters } = readFilters(caller, query);
  const { customer_ids } = filters;
  return customer_ids ? { ...filters, customer_ids: await readableCustomers(db, caller, customer_ids) } : filters;
}

/** The projects of a filter that the caller may read, or without a filter all that the caller may read. */
function projectsAmong(readable: ProjectId[] | null, asked: ProjectId[] | undefined): ProjectId[] | undefined {
  if (!readable) return asked;
  return asked ? readable.filter((project) => asked.includes(project)) : readable;
}

/** The schema reports an empty value. */
const valuesOf = (text: unknown) =>
  typeof text === 'string' && text !== '' ? text.split(',').map((value) => value.trim()) : undefined;

const isLabel = (text: string) => text !== '' && codePoints(text) <= longestLabel;

const isId = (text: string) => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));

/** An external_id may contain a comma itself, so the whole text is searched for too. */
function externalIds(text: unknown): string[] | undefined {
  const values = valuesOf(text);
  return values && [...new Set([text as string, ...values])];
}
