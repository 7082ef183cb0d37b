// `npm test`, `npm run test:phones`, `npm run test:long` and `npm run test:package`: prepares a PostgreSQL and a template database, then runs the files
// of that set, or the named files. Options go to `node --test`, such as --test-name-pattern='...'.
// With DATABASE_URL the tests run on that server (its user must be allowed to create databases) instead of an embedded one.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbedded } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { provideChromium } from './console/chromium.ts';
import { inDatabase, onServer } from './runner/on-server.ts';
import { filesAtOnce, isTestSet, testFiles } from './runner/test-sets.ts';
import { limitTime } from './runner/time-limit.ts';

const repository = join(import.meta.dirname, '../..');
/** Far more than any test takes, even the longest one on a busy machine; a test that takes longer sets its own `timeout`. */
const mostMilliseconds = 600_000;

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
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-test-'));
  chmodSync(folder, 0o755); // Root starts PostgreSQL as another user, who needs access.
  // Tests of crashes start a PostgreSQL of their own, with every safety on.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const embedded = await startEmbedded(folder, { log: () => {}, settings });
  return {
    url: embedded.url,
    async stop() {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
  const { DATABASE_URL: _, ...inherited } = process.env;
  const tests = spawn(
    process.execPath,
    [
      '--test',
      `--test-concurrency=${filesAtOnce(set)}`,
      ...reportTo('spec', join(import.meta.dirname, 'runner/slowest-files.ts')),
      ...limitTime(mostMilliseconds),
      ...options,
      ...files,
    ],
    {
      cwd: repository,
      // Each file loads the whole server: from compiled code, as `main.ts` does.
      env: { NODE_COMPILE_CACHE: join(repository, 'node_modules/.cache/trunkline'), ...inherited, ...environment },
      stdio: 'inherit',
    },
  );
  const [code] = await once(tests, 'exit');
  return code ?? 1;
}

const reportTo = (...reporters: string[]) =>
  reporters.flatMap((reporter) => [`--test-reporter=${reporter}`, '--test-reporter-destination=stdout']);

process.exitCode = await main();
