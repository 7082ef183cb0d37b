import type { Database } from '../../database/connect.ts';
import type { CustomerId, ProjectId, StaffId, TenantId } from '../../platform/ids.ts';
import { type CallStatus, type CallType, type CountedState, callStatuses, countedStates } from '../state/call-state.ts';
import { quartersInDay, quartersOf } from '../state/quarters.ts';
import { afterAllCalls, type CallListRow, callList, findCommittedBefore, type ListedCall } from './list-queries.ts';
import type { Words } from './said-words.ts';

/** The filters of a list. A call must match every given filter, and one of the values of each. */
export type CallFilters = {
  statuses?: CallStatus[];
  call_types?: CallType[];
  staff_ids?: StaffId[];
  project_ids?: ProjectId[];
  customer_ids?: CustomerId[];
  external_ids?: string[];
  e164?: string;
  tags?: string[];
  outcomes?: string[];
  words?: Words;
};

export type CallListRequest = {
  isTest: boolean;
  /** The time of initiation, the end excluded. Both are borders of quarters of an hour. */
  period: { start: Date; end: Date };
  filters: CallFilters;
  direction: 'asc' | 'desc';
  offset: number;
  limit: number;
};

/**
 * Returns one page and the exact total. A call takes its id before it commits, so among the newest ids there may be gaps that
 * fill later, and a client that pages upwards would miss those calls. A page that reaches the newest calls is therefore read
 * again, up to a bound before which all writers have committed; later calls are neither listed nor counted.
 */
export async function listCalls(
  db: Database,
  tenantId: TenantId,
  request: CallListRequest,
): Promise<{ rows: ListedCall[]; total: number }> {
  let rows = await readPage(db, tenantId, request, afterAllCalls);
  if (request.direction === 'asc' && rows.some(({ is_new }) => is_new)) {
    const found = await findCommittedBefore.first(db, { tenant_id: tenantId, is_test: request.isTest });
    rows = await readPage(db, tenantId, request, found?.committed_before ?? afterAllCalls);
  }
  return { rows: rows.filter(isCall), total: rows[0]?.total ?? 0 };
}

function readPage(
  db: Database,
  tenantId: TenantId,
  request: CallListRequest,
  committed_before: string,
): Promise<CallListRow[]> {
  const { isTest, period, filters, direction, offset, limit } = request;
  const { statuses = [...callStatuses], call_types = ['outbound', 'inbound'] } = filters;
  const { staff_ids = null, project_ids = null, customer_ids = null, external_ids = null } = filters;
  const {
    e164 = null,
    tags = null,
    outcomes = null,
    words = { words: null, grams: null, long_text_grams: null },
  } = filters;
  const parameters = {
    ...{ tenant_id: tenantId, is_test: isTest, committed_before, offset, limit },
    ...quartersOf(period, quartersInDay),
    ...{ statuses, call_types, staff_ids, project_ids, customer_ids, external_ids, e164, tags, outcomes, ...words },
    ...(tags ? { label_kind: 'tag', label_values: tags } : { label_kind: 'outcome', label_values: outcomes }),
    ...weightsOf(statuses),
  };
  return callList(direction, parameters).all(db, parameters);
}

/** 1 for each state to be counted. A connected call counts as `talking` or `talked`. */
function weightsOf(statuses: readonly string[]): Record<CountedState, number> {
  const isWanted = (state: string) =>
    statuses.includes(state === 'talking' || state === 'talked' ? 'connected' : state);
  const weights = countedStates.map((state) => [state, isWanted(state) ? 1 : 0]);
  return Object.fromEntries(weights);
}

/** An empty page is one row that contains only the total. */
const isCall = (row: CallListRow): row is CallListRow & ListedCall => row.call_id !== null;
