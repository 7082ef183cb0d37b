import { foldCustomerCounts } from '../customers/fold-customer-counts.ts';
import { sortSearchIndex } from '../customers/search-index.ts';
import { diskSpace } from '../database/disk-space.ts';
import { descriptorWatch } from '../platform/file-descriptors.ts';
import type { Ground } from './capability.ts';

/** Chores that belong to no other capability. */
export function startHousekeeping({ db, secrets, log }: Ground) {
  const disk = diskSpace(db);
  return {
    isDiskFull: disk.isFull,
    chores: [
      { name: 'fold customer counts', everyMs: 1_000, run: () => foldCustomerCounts(db) },
      { name: 'sort the search index of customers', everyMs: 250, run: () => sortSearchIndex(db) },
      { name: 'check free disk space', everyMs: 2_000, run: disk.look, ofProcess: true },
      { name: 'check file descriptors', everyMs: 1_000, run: descriptorWatch(log), ofProcess: true },
      { name: 'agree on the key for secrets', everyMs: 1_000, run: secrets.agree, ofProcess: true },
    ],
  };
}
