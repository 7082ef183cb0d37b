/**
 * The moment since which no call has been deleted because of its age: whole months are deleted, in UTC, when all their calls are
 * too old (calls/listing/call-partitions.ts). With 0 days, calls are kept.
 */
export function keptSince(retentionDays: number, now: Date): Date {
  if (retentionDays <= 0) return new Date(0);
  const oldest = new Date(now.getTime() - retentionDays * 86_400_000);
  return new Date(Date.UTC(oldest.getUTCFullYear(), oldest.getUTCMonth()));
}
