import type { FastifyRequest } from 'fastify';
import type { Tx } from '../database/connect.ts';
import { statement } from '../database/sql.ts';
import type { AuditDetails } from '../platform/audit-details.ts';
import type { Caller, SignedIn } from '../platform/caller.ts';
import { maskText } from '../platform/mask.ts';
import type { Detail } from '../platform/problem.ts';

// The audit row of an administrator's write is inserted in the transaction of the write, so neither exists without the other.
// `operation.ts` does this for every write of the administrators' API. Of the operator's commands, the erasure of a person has one.

export type AuditEntry = {
  action: string;
  subject: string | null;
  /**
   * Facts for the reader. No secret and no whole telephone number: it is kept for 400 days, and other administrators read it.
   */
  details: AuditDetails;
  /** Null for the operator. */
  ip: string | null;
  /** For a batch of an import: the batches of one import are shown as one entry. */
  importId?: string | undefined;
};

/** Without an administrator, it is the operator. */
type Actor = Pick<Caller, 'tenantId'> & { administrator?: Pick<SignedIn, 'administratorId' | 'email'> };

export async function recordAudit(tx: Tx, { tenantId, administrator }: Actor, entry: AuditEntry): Promise<void> {
  const { subject, details, importId, ...rest } = entry;
  const shown = { ...rest, subject: subject && maskText(subject), details: masked(details) };
  await insertAudit.run(tx, {
    tenant_id: tenantId,
    administrator_id: administrator?.administratorId ?? null,
    administrator_email: administrator?.email ?? null,
    ...shown,
    import_id: importId ?? null,
  });
}

/** Administrators put telephone numbers into the names of trunks, projects and keys. */
function masked(details: AuditDetails): object {
  const shown = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === 'string' ? maskText(value) : value,
  ]);
  return Object.fromEntries(shown);
}

const insertAudit = statement({
  name: 'insert_audit',
  takes: {
    tenant_id: 'int8',
    administrator_id: 'int8?',
    administrator_email: 'text?',
    action: 'text',
    subject: 'text?',
    details: 'jsonb',
    ip: 'text?',
    import_id: 'text?',
  },
  // An import id joins only rows of the same administrator, address and day, so no request extends the entry of another
  // administrator, or an old one.
  sql: `
    insert into audit_log
      (tenant_id, administrator_id, administrator_email, action, subject, details, ip, import_id, continues)
    values (:tenant_id, :administrator_id, :administrator_email, :action, :subject, :details, :ip, :import_id, (
      select min(audit_id) from audit_log
      where tenant_id = :tenant_id and administrator_id = :administrator_id and action = :action and ip = :ip
        and import_id = :import_id and continues is null and at > now() - interval '24 hours'))`,
});

/** The import id that the browser chose, from the header `X-Trunkline-Import`. */
export function readImportId({ headers }: Pick<FastifyRequest, 'headers'>): { importId?: string; faults: Detail[] } {
  const header = headers['x-trunkline-import'];
  if (header === undefined) return { faults: [] };
  if (typeof header === 'string' && /^[\w-]{1,64}$/.test(header)) return { importId: header, faults: [] };
  const message = 'X-Trunkline-Import must have 1 to 64 letters, digits, hyphens or underscores.';
  return { faults: [{ field: 'X-Trunkline-Import', code: 'invalid_format', message }] };
}

export const inPath = (parameters: Record<string, string>) => Object.values(parameters).join('/');

/** The id in the first field of an answer, if it is one. */
export function inAnswer(body: { data?: unknown }): string | null {
  const { data } = body;
  const [name, value] = typeof data === 'object' && data !== null ? (Object.entries(data)[0] ?? []) : [];
  return name?.endsWith('_id') && value !== null ? `${value}` : null;
}
