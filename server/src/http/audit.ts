import type { FastifyRequest } from 'fastify';
import type { Tx } from '../database/connect.ts';
import { statement } from '../database/sql.ts';
import type { Caller, SignedIn } from '../platform/caller.ts';
import { maskText } from '../platform/mask.ts';
import type { Detail } from '../platform/problem.ts';

// What administrators do is written down in the transaction in which it is done: there is neither without the other. It is
// done in one place, `operation.ts`, for everything that is written over the administrators' API.

export type AuditEntry = {
  action: string;
  subject: string | null;
  /** What helps a reader. No secret, no whole telephone number: it is kept for 400 days, and seen by others. */
  details: object;
  ip: string;
  /** Of a batch of an import: the batches of one import are shown as one entry. */
  importId?: string | undefined;
};

type Actor = Pick<Caller, 'tenantId'> & { administrator: Pick<SignedIn, 'administratorId' | 'email'> };

export async function recordAudit(tx: Tx, { tenantId, administrator }: Actor, entry: AuditEntry): Promise<void> {
  const { administratorId: administrator_id, email: administrator_email } = administrator;
  const { subject, details, importId, ...rest } = entry;
  const shown = { ...rest, subject: subject && maskText(subject), details: masked(details) };
  await insertAudit.run(tx, {
    tenant_id: tenantId,
    administrator_id,
    administrator_email,
    ...shown,
    import_id: importId ?? null,
  });
}

/** People name trunks, projects and keys after their numbers. */
function masked(details: object): object {
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
    administrator_id: 'int8',
    administrator_email: 'text',
    action: 'text',
    subject: 'text?',
    details: 'jsonb',
    ip: 'text',
    import_id: 'text?',
  },
  // An id joins only rows of the same administrator, address and day: nobody adds to the entry of another one, or to an old one.
  sql: `
    insert into audit_log
      (tenant_id, administrator_id, administrator_email, action, subject, details, ip, import_id, continues)
    values (:tenant_id, :administrator_id, :administrator_email, :action, :subject, :details, :ip, :import_id, (
      select min(audit_id) from audit_log
      where tenant_id = :tenant_id and administrator_id = :administrator_id and action = :action and ip = :ip
        and import_id = :import_id and continues is null and at > now() - interval '24 hours'))`,
});

/** The id that the browser has given to an import, in the header `X-Trunkline-Import`. */
export function readImportId({ headers }: Pick<FastifyRequest, 'headers'>): { importId?: string; faults: Detail[] } {
  const header = headers['x-trunkline-import'];
  if (header === undefined) return { faults: [] };
  if (typeof header === 'string' && /^[\w-]{1,64}$/.test(header)) return { importId: header, faults: [] };
  const message = 'X-Trunkline-Import must have 1 to 64 letters, digits, hyphens or underscores.';
  return { faults: [{ field: 'X-Trunkline-Import', code: 'invalid_format', message }] };
}

/** The ids in a path. */
export const inPath = (parameters: Record<string, string>) => Object.values(parameters).join('/');

/** The id that an answer begins with. */
export function inAnswer(body: { data?: unknown }): string | null {
  const { data } = body;
  const [name, value] = typeof data === 'object' && data !== null ? (Object.entries(data)[0] ?? []) : [];
  return name?.endsWith('_id') ? `${value}` : null;
}
