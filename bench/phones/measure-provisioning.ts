import { openSecrets } from '../../server/src/database/secrets-key.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { renewAccount } from '../../server/src/staff/renew-account.ts';
import type { Figure } from '../calls/figure.ts';
import { inParallel } from '../calls/in-parallel.ts';
import type { BenchOffice } from './office.ts';

// From the commands that make accounts for all staff members to the moment when Asterisk knows the last of them.

type Endpoints = { ask<T>(path: string): Promise<T> };

export async function measureProvisioning(
  office: BenchOffice,
  asterisk: Endpoints,
  secretsKey: string,
): Promise<Figure> {
  const { db, tenantId, staffIds } = office;
  const box = await openSecrets(db, { configured: secretsKey }, createLog('silent'));
  const known = async () => {
    const endpoints = await asterisk.ask<{ resource: string }[]>('/endpoints');
    return endpoints.filter(({ resource }) => resource.startsWith('staff-')).length;
  };
  const began = performance.now();
  await inParallel(4, staffIds, (staffId) => db.transaction((tx) => renewAccount(tx, tenantId, staffId, box)));
  const written = performance.now();
  while ((await known()) < staffIds.length)
    if (performance.now() - began > 120_000) throw new Error('Asterisk does not get to know the phones.');
  const changedAt = performance.now();
  const seconds = (from: number, to: number) => `${((to - from) / 1_000).toFixed(1)} s`;
  return {
    measure: `${staffIds.length} accounts: made, and known to Asterisk afterwards`,
    ours: `${seconds(began, written)}, ${seconds(written, changedAt)}`,
    ...{ against: '', ratio: '', target: '' },
  };
}
