import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Database } from '../server/src/database/connect.ts';
import { startEmbedded } from '../server/src/database/embedded.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { until } from '../server/test/until.ts';

// An installation to be tried: a PostgreSQL and `serve` processes on it, on loopback, in a temporary folder.

const program = join(import.meta.dirname, '../server/src/main.ts');
/** The same for all nodes. */
const secretsKey = Buffer.alloc(32, 'proof').toString('base64');
const keptOutput = 200_000;

export type Installation = AsyncDisposable & {
  folder: string;
  databaseUrl: string;
  db: Database;
  startNode(name: string, settings?: Record<string, string>): Promise<Node>;
};

export type Node = {
  name: string;
  pid: number;
  address: string;
  /** The end of what it wrote. */
  output(): string;
  /** Resolves with its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  signal(signal: NodeJS.Signals): void;
};

export async function startInstallation(): Promise<Installation> {
  await using starting = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-proof-'));
  chmodSync(folder, 0o755); // Root starts PostgreSQL as another user, who needs access.
  starting.defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startEmbedded(join(folder, 'database'), { log: () => {} });
  starting.defer(() => postgres.stop());
  await migrate(postgres.url);
  const db = connect(postgres.url, { poolSize: 4, applicationName: 'proof', onIdleError: () => {} });
  starting.defer(() => db.close());
  const nodes = new Map<string, Node>();
  starting.defer(async () => {
    await Promise.all([...nodes.values()].map(stopNode));
  });
  const started = starting.move();
  return {
    folder,
    databaseUrl: postgres.url,
    db,
    async startNode(name, settings = {}) {
      const node = await startNode(name, join(folder, name), { DATABASE_URL: postgres.url, ...settings });
      nodes.set(name, node);
      return node;
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

async function stopNode(node: Node): Promise<void> {
  node.signal('SIGCONT'); // A stopped process does not end.
  node.signal('SIGKILL');
  await node.ended;
}

async function startNode(name: string, dataDir: string, settings: Record<string, string>): Promise<Node> {
  mkdirSync(dataDir, { recursive: true });
  const env = {
    ...process.env,
    ...{ PORT: '0', WORKERS: '1', RATE_LIMIT: '0', LOG_LEVEL: 'warn', LOG_FORMAT: 'json', SIMULATOR_SPEED: '20' },
    ...{ DATA_DIR: dataDir, SECRETS_KEY: secretsKey, ANALYSIS_WORKERS: '0', WEBHOOK_ALLOW_PRIVATE: 'true' },
    ...settings,
  };
  const child = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = outputOf(child);
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal);
  const address = await until(() => {
    if (child.exitCode !== null) throw new Error(`${name} ended.\n${output()}`);
    return /running at +(http:\/\/[^\s,]+)/.exec(output())?.[1];
  }).catch((error) => {
    child.kill('SIGKILL');
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
