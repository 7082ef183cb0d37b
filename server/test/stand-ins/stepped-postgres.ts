import { chmodSync, copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { atEnd } from '../at-end.ts';
import { fetchTree } from '../debian-programs.ts';

// A PostgreSQL of its own whose clock can be put back while it runs: Debian's libfaketime is loaded into it, and reads from a
// file how far its clock is off.

export type SteppedPostgres = {
  url: string;
  /** How far the clock of PostgreSQL is behind from now on. */
  setBehind(seconds: number): void;
};

/** Undefined where libfaketime cannot be had; in CI that fails. */
export async function startSteppedPostgres(): Promise<SteppedPostgres | undefined> {
  const library = await findLibrary();
  if (library === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-clock-'));
  chmodSync(folder, 0o755); // Root starts PostgreSQL as another user, who must get in.
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const loaded = join(folder, 'libfaketime.so.1');
  copyFileSync(library, loaded);
  const clock = join(folder, 'clock');
  const setBehind = (seconds: number) => {
    writeFileSync(`${clock}.new`, `-${seconds}s\n`);
    renameSync(`${clock}.new`, clock); // PostgreSQL reads it at any moment, and must not find it empty.
  };
  setBehind(0);
  const postgres = await startEmbedded(folder, {
    log: () => {},
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
    environment: {
      LD_PRELOAD: loaded,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DISABLE_SHM: '1',
      // Files are as old as they are.
      NO_FAKE_STAT: '1',
    },
  });
  atEnd(() => postgres.stop());
  await migrate(postgres.url);
  return { url: postgres.url, setBehind };
}

async function findLibrary(): Promise<string | undefined> {
  try {
    const wanted = { name: 'faketime', packages: ['libfaketime'], suites: ['bookworm', 'stable'], version: 1 };
    return join((await fetchTree(wanted)).libraries, 'faketime/libfaketime.so.1');
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    console.error(`The clock of PostgreSQL cannot be stepped here: ${error}`);
    return undefined;
  }
}
