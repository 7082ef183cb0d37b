import type { Answer } from './answer.ts';
import type { ForeignId } from './requests.ts';
import type { FuzzedTenant } from './tenant.ts';

// Whose record an id belongs to. The tenant that sees an id first has made the record; another tenant must never see it.

export type Ownership = { faultsOf(tenant: FuzzedTenant, answer: Answer, sent: string): string[] };

export const markOf = (number: number, side: 'n' | 's') => `markq${number}${side}q`;
const marks = /markq\d+[ns]q/g;

/** Contents of these fields are the client's own. */
const free = new Set(['metadata', 'custom_fields', 'error']);
/** Values that end in `_id` and are no keys of records: `caller_id` is a phone number that a tenant typed. */
const sharedIds = new Set(['tenant_id', 'request_id', 'external_id', 'customer_external_id', 'caller_id']);

export function ownership(): Ownership {
  const owners = new Map<string, string>();
  return {
    faultsOf({ mark }, { status, body, text }, sent) {
      const faults: string[] = [];
      for (const seen of new Set(text.match(marks)))
        if (seen !== mark && !sent.includes(seen)) faults.push(`the answer has the mark ${seen} of another tenant`);
      if (status >= 400) return faults;
      for (const id of idsIn(body)) {
        const owner = owners.get(id);
        if (owner === undefined) owners.set(id, mark);
        else if (owner !== mark) faults.push(`${id} belongs to ${owner}, not to ${mark}`);
      }
      return faults;
    },
  };
}

/** An id of another tenant is as unknown as one that does not exist: nothing succeeds with it, and no row matches it. */
export function foreignFaults(foreign: ForeignId[], { status, body }: Answer): string[] {
  // 207: each record of the request has a result of its own.
  if (status >= 300 || status === 207) return [];
  return foreign
    .filter(({ place }) => place !== 'query' || !isEmpty(body))
    .map(({ place, id }) => `status ${status} for ${id} of another tenant in the ${place}`);
}

/** Whether a list or a report counts nothing. */
function isEmpty(body: unknown): boolean {
  const { data } = (body ?? {}) as { data?: unknown };
  if (Array.isArray(data)) return data.every(isZero);
  return isZero(data);
}

function isZero(value: unknown): boolean {
  const { total_calls, totals, ...others } = (value ?? {}) as { total_calls?: number; totals?: unknown };
  if (totals !== undefined) return isZero(totals);
  return total_calls === 0 || (total_calls === undefined && Object.keys(others).length === 0);
}

/** All ids within a value, with the names of their fields. */
function* idsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (free.has(name)) continue;
    const isId = name.endsWith('_id') && !sharedIds.has(name);
    if (isId && (typeof inner === 'string' || typeof inner === 'number')) yield `${name} ${inner}`;
    else yield* idsIn(inner);
  }
}
