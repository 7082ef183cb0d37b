import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect, type Database } from '../server/src/database/connect.ts';
import { startEmbedded } from '../server/src/database/embedded.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { stopOnSignal } from '../server/test/stop-on-signal.ts';
import { until } from '../server/test/until.ts';

// An installation to be tried: a PostgreSQL and `serve` processes on it, on loopback, in a temporary folder.

const program = join(import.meta.dirname, '../server/src/main.ts');
const consoleBuild = join(import.meta.dirname, '../console/build.ts');
/** The same for all nodes. */
const secretsKey = Buffer.alloc(32, 'proof').toString('base64');
const keptOutput = 200_000;

export type Installation = AsyncDisposable & {
  folder: string;
  databaseUrl: string;
  db: Database;
  startNode(name: string, environment?: Record<string, string>): Promise<Node>;
};

export type Node = {
  name: string;
  pid: number;
  address: string;
  /** The end of what it wrote. */
  output(): string;
  /** Resolves with its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  /** Signals the node's first process, which passes it on to the workers. */
  signal(signal: NodeJS.Signals): void;
};

export type InstallationOptions = {
  /** Of PostgreSQL. */
  settings?: Record<string, string>;
  /** Called with the new folder, before anything is in it. */
  prepare?: (folder: string, closing: AsyncDisposableStack) => void;
};

export async function startInstallation({
  settings = {},
  prepare = () => {},
}: InstallationOptions = {}): Promise<Installation> {
  // Without a build, a node answers 503 to requests for a page.
  await promisify(execFile)(process.execPath, [consoleBuild, '--if-stale']);
  const closing = new AsyncDisposableStack();
  let closed: Promise<void> | undefined;
  const stop = () => {
    closed ??= closing.disposeAsync();
    return closed;
  };
  stopOnSignal(130, () => ({ stop }));
  try {
    return { ...(await startParts(closing, settings, prepare)), [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  closing: AsyncDisposableStack,
  settings: Record<string, string>,
  prepare: NonNullable<InstallationOptions['prepare']>,
): Promise<Omit<Installation, typeof Symbol.asyncDispose>> {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-proof-'));
  chmodSync(folder, 0o755); // Root starts PostgreSQL as another user, who needs access.
  closing.defer(() => rmSync(folder, { recursive: true, force: true }));
  prepare(folder, closing);
  const postgres = await startEmbedded(join(folder, 'database'), { log: () => {}, settings });
  closing.defer(() => postgres.stop());
  await migrate(postgres.url);
  const db = connect(postgres.url, { poolSize: 4, applicationName: 'proof', onIdleError: () => {} });
  closing.defer(() => db.close());
  const nodes = new Map<string, Node>();
  closing.defer(async () => {
    await Promise.all([...nodes.values()].map(stopNode));
  });
  return {
    folder,
    databaseUrl: postgres.url,
    db,
    async startNode(name, environment = {}) {
      const node = await startNode(name, join(folder, name), { DATABASE_URL: postgres.url, ...environment });
      nodes.set(name, node);
      return node;
    },
  };
}

async function stopNode(node: Node): Promise<void> {
  node.signal('SIGKILL');
  await node.ended;
}

async function startNode(name: string, dataDir: string, settings: Record<string, string>): Promise<Node> {
  mkdirSync(dataDir, { recursive: true });
  const env = {
    ...process.env,
    ...{ PORT: '0', WORKERS: '1', RATE_LIMIT: '0', LOG_LEVEL: 'warn', LOG_FORMAT: 'json', SIMULATOR_SPEED: '20' },
    MALLOC_MMAP_THRESHOLD_: '4194304', // As ./trunkline has it.
    ...{ DATA_DIR: dataDir, SECRETS_KEY: secretsKey, ANALYSIS_WORKERS: '0', WEBHOOK_ALLOW_PRIVATE: 'true' },
    ...settings,
  };
  const child = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = outputOf(child);
  const kill = () => void child.kill('SIGKILL');
  process.on('exit', kill);
  const ended = once(child, 'exit').then(([code, signal]) => {
    process.off('exit', kill);
    return code ?? signal;
  });
  const address = await until(() => {
    if (child.exitCode !== null) throw new Error(`${name} ended.\n${output()}`);
    return /running at +(http:\/\/[^\s,]+)/.exec(output())?.[1];
  }).catch((error) => {
    kill();
    throw error;
  });
  const pid = child.pid ?? 0;
  return { name, pid, address, output, ended, signal: (signal) => void child.kill(signal) };
}

function outputOf(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => {
      text = (text + data).slice(-keptOutput);
    });
  return () => text;
}
