// `npm test`, `npm run test:phones`, `npm run test:long`, `npm run test:package` and `npm run test:image`: prepares a PostgreSQL and a template database, then runs the files
// of that set, or the named files. Options go to `node --test`, such as --test-name-pattern='...'.
// With DATABASE_URL the tests run on that server (its user must be allowed to create databases) instead of an embedded one.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { startEmbedded } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { provideChromium } from './console/chromium.ts';
import type { FailedFile } from './runner/failed-files.ts';
import { temporaryPrefix } from './runner/memory-folder.ts';
import { inDatabase, onServer } from './runner/on-server.ts';
import { watchStolenTime } from './runner/stolen-time.ts';
import { filesAtOnce, isTestSet, testFiles } from './runner/test-sets.ts';
import { limitTime } from './runner/time-limit.ts';

const repository = join(import.meta.dirname, '../..');
/** Far more than any test takes, even the longest one on a busy machine; a test that takes longer sets its own `timeout`. */
const mostMilliseconds = 600_000;
/** A third was enough to tear the audio of real calls, and more makes timeouts pass that protect users, such as the 5 s for a connection. */
const tooMuchStolen = 0.2;
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function main(): Promise<number> {
  await Promise.all([provideChromium(), buildConsole()]);
  const server = await startPostgres();
  try {
    const template = `trunkline_test_${process.pid}`;
    await onServer(server.url, `create database ${template}`);
    try {
      await migrate(inDatabase(server.url, template));
      return await runTests({ TEST_SERVER_URL: server.url, TEST_TEMPLATE: template });
    } finally {
      await onServer(server.url, `drop database ${template} with (force)`);
    }
  } finally {
    await server.stop();
  }
}

async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const external = process.env.DATABASE_URL;
  if (external) return { url: external, stop: async () => {} };
  const folder = mkdtempSync(temporaryPrefix());
  chmodSync(folder, 0o755); // Root starts PostgreSQL as another user, who needs access.
  // Tests of crashes start a PostgreSQL of their own, with every safety on.
  const unsafe = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_compression: 'off' };
  // The nodes of a file keep their connections until the file ends, and several files run at once.
  const settings = { ...unsafe, max_connections: '600', hba_file: admitAll(folder) };
  const embedded = await startEmbedded(folder, { log: () => {}, settings });
  return {
    url: embedded.url,
    async stop() {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Tests open thousands of connections, and the proof of a password takes much of the processor time of each. Other users of the
 * machine are kept out by the permissions of the socket, the only way in.
 */
function admitAll(folder: string): string {
  const file = join(folder, 'pg_hba.conf');
  writeFileSync(file, 'local all all trust\nlocal replication all trust\n');
  return file;
}

/** The tests of the console use the build that `npm start` would serve. */
async function buildConsole(): Promise<void> {
  await promisify(execFile)(process.execPath, ['console/build.ts', '--if-stale'], { cwd: repository });
}

async function runTests(environment: Record<string, string>): Promise<number> {
  const [first, ...others] = process.argv.slice(2);
  const [set, chosen] = isTestSet(first) ? [first, others] : ['usual' as const, process.argv.slice(2)];
  const options = chosen.filter((argument) => argument.startsWith('-'));
  const named = chosen.filter((argument) => !argument.startsWith('-'));
  const files = named.length > 0 ? named : testFiles(set);
  return runInTime(files, { environment, options, atOnce: filesAtOnce(set) });
}

/** Files that failed while the host took the processors away run once more, one at a time. */
async function runInTime(files: string[], run: Run): Promise<number> {
  const began = Date.now();
  using stolen = watchStolenTime();
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-failed-'));
  using _ = { [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
  const list = join(folder, 'files');
  const code = await runFiles(files, run, reportTo(list, join(import.meta.dirname, 'runner/failed-files.ts')));
  const worst = Math.round(stolen.worst(began, Date.now()) * 100);
  if (worst > 0)
    console.log(`The host of this virtual machine took up to ${worst} % of its processors for ten seconds.`);
  const lines = readFileSync(list, 'utf8').split('\n').slice(0, -1);
  const failed = lines.map((line): FailedFile => JSON.parse(line));
  const excused = failed.filter(({ file, from, to }) => file && stolen.worst(from, to) >= tooMuchStolen);
  if (code === 0 || excused.length === 0) return code;
  const again = await runFiles(
    excused.map(({ file }) => file),
    { ...run, atOnce: 1 },
  );
  const names = excused.map(({ file, from, to }) => {
    const percent = Math.round(stolen.worst(from, to) * 100);
    return `${relative(repository, file)} (${percent} %)`;
  });
  console.log(`Run again, because the host took the processors meanwhile: ${names.join(', ')}`);
  return excused.length < failed.length ? code : again;
}

type Run = { environment: Record<string, string>; options: string[]; atOnce: number };

async function runFiles(
  files: string[],
  { environment, options, atOnce }: Run,
  reports: string[] = [],
): Promise<number> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const tests = spawn(
    process.execPath,
    [
      '--test',
      `--test-concurrency=${atOnce}`,
      ...reportTo('stdout', 'spec', join(import.meta.dirname, 'runner/slowest-files.ts')),
      ...reports,
      ...limitTime(mostMilliseconds),
      ...options,
      ...files.map(inOrder),
    ],
    {
      cwd: repository,
      // Each file loads the whole server: from compiled code, as `main.ts` does.
      env: { NODE_COMPILE_CACHE: join(repository, 'node_modules/.cache/trunkline'), ...inherited, ...environment },
      stdio: 'inherit',
    },
  );
  // Ctrl-C ends the tests, and this process goes on to stop PostgreSQL.
  const stopTests = (signal: NodeJS.Signals) => tests.kill(signal);
  for (const signal of stopSignals) process.on(signal, stopTests);
  const [code] = await once(tests, 'exit');
  for (const signal of stopSignals) process.off(signal, stopTests);
  return (code as number | null) ?? 1;
}

/**
 * The files with browsers, phones and whole programs take the longest. They start first, or the end of the run would be theirs
 * alone: `node --test` sorts the files by name, absolute paths first.
 */
const inOrder = (file: string) => (file.startsWith('server/test/') ? join(repository, file) : file);

const reportTo = (destination: string, ...reporters: string[]) =>
  reporters.flatMap((reporter) => [`--test-reporter=${reporter}`, `--test-reporter-destination=${destination}`]);

process.exitCode = await main();
