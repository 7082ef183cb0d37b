import { chmodSync, copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { atEnd } from '../at-end.ts';
import { fetchTree } from '../debian-programs.ts';

// A separate PostgreSQL whose clock can be set back while it runs: it loads Debian's libfaketime, which reads the offset of the
// clock from a file.

export type SteppedPostgres = {
  url: string;
  /** Sets how far PostgreSQL's clock is behind from now on. */
  setBehind(seconds: number): void;
};

/** Undefined if libfaketime is not available; in CI that fails. */
export async function startSteppedPostgres(): Promise<SteppedPostgres | undefined> {
  const library = await findLibrary();
  if (library === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-clock-'));
  chmodSync(folder, 0o755); // Root starts PostgreSQL as another user, who needs access.
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
      // The ages of files stay real.
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
