/** The names of details. The console has words for them and for the fields of requests, which are details of some entries. */
export const auditDetails = [
  ...['fields', 'name', 'email', 'role', 'project_id', 'project_ids', 'mode', 'reason', 'ip', 'ended_sessions'],
  ...['second_factor', 'recovery_codes_left', 'totp', 'hint', 'new_key_id', 'by', 'queued'],
  ...['numbers', 'created', 'updated', 'failed'],
] as const;

export type AuditDetails<Value = unknown> = Partial<Record<(typeof auditDetails)[number], Value>>;
