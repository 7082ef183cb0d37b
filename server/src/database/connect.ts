import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { codeOf } from '../platform/error-code.ts';
import { type Problem, problem } from '../platform/problem.ts';
import type { Tracing } from '../platform/tracing/tracing.ts';
import { announcer } from './announce.ts';
import { heartbeat } from './heartbeat.ts';
import { keepAlive } from './keep-alive.ts';
import { pipelinedOn } from './pipelined.ts';
import type { PreparedQuery, Queryable, QueryResult } from './sql.ts';
import { run } from './statement-query.ts';
import { type TransactionTrace, traced, traceTransaction } from './trace-statements.ts';

/** One transaction. A function that takes a `Tx` cannot be called with the pool: its writes commit with the rest. */
export type Tx = Queryable & {
  readonly kind: 'transaction';
  /** Runs part of the work so that a failure rolls back only that part. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
  /**
   * COMMIT is sent behind these statements without waiting for their results: one round trip fewer. All of them have been sent
   * by now. If one fails, the transaction fails with its error.
   */
  alongCommit(statements: Promise<unknown>): void;
  /** Wakes the listeners of a channel once this transaction has committed; see `announce.ts`. */
  announce(channel: string): void;
  /** Undefined unless traces are exported. */
  readonly trace: TransactionTrace | undefined;
};

/** For each statement but COMMIT, which PostgreSQL never cancels; in milliseconds. Without it the limit of the connection applies. */
export type TransactionLimits = { statementTimeout?: number };

/** How many statements for a replica ran on which server. */
export type ReplicaReads = { replica: number; primary: number };

export type Database = Queryable & {
  readonly kind: 'database';
  /** Whether rows are distributed by tenant over several servers; see `transaction-groups.ts`. */
  readonly isSharded: boolean;
  transaction<T>(work: (tx: Tx) => Promise<T>, limits?: TransactionLimits): Promise<T>;
  /** The traces of the work on this database; undefined unless they are exported. */
  readonly tracing: Tracing | undefined;
  stats(): { total: number; idle: number; waiting: number; shared: number; replicaReads?: ReplicaReads };
  close(): Promise<void>;
};

export type ConnectOptions = {
  poolSize: number;
  applicationName: string;
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  onIdleError: (error: Error) => void;
  /** Called when the database stops answering although no connection has broken. */
  onSilence?: () => void;
  tracing?: Tracing | undefined;
  isSharded?: boolean;
  /** In milliseconds. */
  statementTimeout?: number;
};

const defaultStatementTimeout = 10_000;
/**
 * Starting parallel workers for one of our statements takes longer than the statement. By default PostgreSQL also plans every
 * statement on a partitioned table again at each execution, which takes longer too: ours are written so that one plan serves all
 * values. They are set by a statement, because PgBouncer refuses a connection that asks for them at its start.
 */
const sessionSettings = (statementTimeout: number) => `
  set statement_timeout = ${statementTimeout};
  set idle_in_transaction_session_timeout = ${statementTimeout};
  set max_parallel_workers_per_gather = 0;
  set plan_cache_mode = force_generic_plan`;
/** A connection keeps its plans. One that was made at an unlucky moment, such as beside a large import, must not last for days. */
const maxLifetimeSeconds = 600;
const leavePatience = 2_000;
export const mostPipelined = 4;

/** So many more connections carry quick statements. There are none beside a small pool, as that of a command. */
export const pipelinedBeside = (poolSize: number) => Math.min(mostPipelined, Math.floor(poolSize / 4));

export function connect(url: string, options: ConnectOptions): Database {
  const { tracing, isSharded = false, statementTimeout = defaultStatementTimeout } = options;
  const sockets = new Set<Socket>();
  const connecting = {
    connectionString: url,
    application_name: options.applicationName,
    connectionTimeoutMillis: 5_000,
    // The server's own limit comes first; this one is for a server that no longer answers at all.
    query_timeout: statementTimeout + 2_000,
    ...keepAlive,
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
    onConnect: (client: pg.ClientBase) => client.query(sessionSettings(statementTimeout)),
    // BEGIN is sent together with the first statement of a transaction: one round trip fewer.
    pipeline: true,
  };
  const newPool = (max: number) => {
    const pool = new pg.Pool({ ...connecting, max, maxLifetimeSeconds } as pg.PoolConfig);
    pool.on('error', options.onIdleError);
    // A connection that breaks during a transaction fails its statements. It also emits 'error', which would end the process if
    // there were no listener.
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  const pool = newPool(options.poolSize);
  const pipelinedCount = pipelinedBeside(options.poolSize);
  const pipelined =
    pipelinedCount > 0 ? pipelinedOn(newPool(pipelinedCount), pipelinedCount, options.onIdleError) : undefined;

  let running = 0;
  const heart = heartbeat(url, {
    isBusy: () => running > 0,
    // Work that waits for a silent database fails as if the network had been cut.
    onSilence: () => {
      if (sockets.size > 0) options.onSilence?.();
      for (const socket of sockets) socket.destroy();
    },
  });
  const reach = async <T>(work: () => Promise<T>): Promise<T> => {
    if (heart.isSilent()) throw problem('unavailable', { cause: new Error('The database does not answer.') });
    running += 1;
    try {
      const result = await reaching(() => retrying(work));
      heart.noteAnswer();
      return result;
    } finally {
      running -= 1;
    }
  };

  const runAny = async (query: PreparedQuery) => {
    const shared = query.isQuick ? await pipelined?.run(query) : undefined;
    return shared ?? runOnPool(pool, query);
  };
  const announcements = announcer({ execute: (query) => runOnPool(pool, query) });
  return {
    kind: 'database',
    isSharded,
    tracing,
    execute: (query) => traced(tracing, query.name, () => reach(() => runAny(query))),
    transaction: (work, limits = {}) => {
      const cause = tracing?.active()?.traceparent ?? null;
      return traced(tracing, 'transaction', async () => {
        const { result, channels, trace } = await reach(async () => {
          const channels = new Set<string>();
          const trace = tracing && traceTransaction(tracing, cause);
          return { result: await inTransaction(pool, { channels, tracing, trace, limits }, work), channels, trace };
        });
        for (const channel of channels) announcements.announce(channel);
        trace?.committed();
        return result;
      });
    },
    stats: () => ({
      ...{ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
      shared: pipelined?.openCount() ?? 0,
    }),
    close: () => leave(pool, Promise.all([announcements.stop(), heart.stop(), pipelined?.close()])),
  };
}

/** A PostgreSQL that no longer answers does not close connections either, so the wait for it is limited. */
async function leave(pool: pg.Pool, announced: Promise<unknown>): Promise<void> {
  const patience = new AbortController();
  const ended = announced.then(() => pool.end());
  await Promise.race([ended, setTimeout(leavePatience, undefined, { signal: patience.signal })]);
  patience.abort();
}

async function runOnPool(pool: pg.Pool, query: PreparedQuery): Promise<QueryResult> {
  const client = await pool.connect();
  try {
    const result = await run(client, query);
    client.release();
    return result;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

/** The parts of a transaction beside its connection. */
type Beside = {
  channels: Set<string>;
  tracing: Tracing | undefined;
  trace: TransactionTrace | undefined;
  limits: TransactionLimits;
};

async function inTransaction<T>(pool: pg.Pool, beside: Beside, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const unawaited: Unawaited = { statements: [], failures: [] };
  let broken: Error | undefined;
  try {
    const begun = client.query(beginning(beside.limits));
    begun.catch(() => {}); // Awaited below; the first statement fails with the same error.
    const result = await work(transactionOn(client, beside, unawaited)).catch(async (error: unknown) => {
      throw await firstFailure(unawaited.statements, error);
    });
    await begun;
    // It failed before its statement was sent: PostgreSQL knows of no failure, and would commit the rest.
    if (unawaited.failures.length > 0) throw unawaited.failures[0];
    await commit(client, unawaited.statements);
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

const beginning = ({ statementTimeout }: TransactionLimits) =>
  `begin isolation level read committed${statementTimeout ? `; set local statement_timeout = ${statementTimeout}` : ''}`;

/** Statements after one that failed only fail because of it: `current transaction is aborted`. */
async function firstFailure(statements: Promise<unknown>[], error: unknown): Promise<unknown> {
  const settled = await Promise.allSettled(statements);
  const failures = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  return failures.find((failure) => codeOf(failure) !== '25P02') ?? error;
}

/** The statements that COMMIT is sent behind, and the errors of those that have failed. */
type Unawaited = { statements: Promise<unknown>[]; failures: unknown[] };

async function commit(client: pg.PoolClient, statements: Promise<unknown>[]): Promise<void> {
  const [committed, done] = await Promise.allSettled([client.query('commit'), Promise.all(statements)]);
  if (committed.status === 'rejected')
    throw isUnreachable(committed.reason) ? outcomeUnknown(committed.reason) : committed.reason;
  if (done.status === 'rejected') throw done.reason;
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK instead of an error.
  if (committed.value.command !== 'COMMIT')
    throw new Error('The transaction was rolled back because one of its statements failed.');
}

/** The connection broke after COMMIT was sent: only the database knows whether it received it. */
function outcomeUnknown(cause: Error): Problem {
  const message =
    'The database connection failed during the commit, so the change was made completely or not at all. ' +
    'Send the request again with the same Idempotency-Key, or check the result first.';
  return problem('unavailable', { message, cause });
}

function transactionOn(
  client: pg.PoolClient,
  { channels, tracing, trace }: Beside,
  { statements, failures }: Unawaited,
): Tx {
  let depth = 0;
  return {
    kind: 'transaction',
    trace,
    execute: (query) => traced(tracing, query.name, () => run(client, query)),
    announce: (channel) => channels.add(channel),
    alongCommit: (sent) => {
      sent.catch((error) => failures.push(error));
      statements.push(sent);
    },
    savepoint: async (work) => {
      const name = `s${++depth}`;
      const set = client.query(`savepoint ${name}`);
      set.catch(() => {}); // As with BEGIN: the next statement fails with the same error.
      const before = statements.length;
      try {
        const result = await work();
        await Promise.all([set, ...statements.splice(before)]);
        return result;
      } catch (error) {
        const failure = await firstFailure(statements.splice(before), error);
        failures.length = 0; // They are rolled back with this part.
        await client.query(`rollback to savepoint ${name}`);
        throw failure;
      }
    },
  };
}

/** SQL states of a temporary failure: connection trouble, shutdown, start-up, out of resources, canceled. */
const passingSqlStates = /^(08|53|57|40001|40P01|55P03|25006|25P03)/;
const passingSystemErrors = new Set([
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const passingMessages =
  /^(Connection terminated|timeout expired|timeout exceeded|Query read timeout|Client (was closed|has encountered|has already been|is closing)|Connection ended)/i;

export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code) return passingSqlStates.test(code) || passingSystemErrors.has(code) || isMissingSocket(error);
  return passingMessages.test(error.message);
}

/** PostgreSQL's Unix socket is gone. The same code for any other operation is about a file of this program. */
function isMissingSocket(error: Error): boolean {
  return codeOf(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
}

/** Another transaction kept this one from its rows for too long. The cause is that of a problem of `connect`. */
export function isBlocked(error: unknown): boolean {
  return error instanceof Error && ['57014', '55P03', '40P01', '40001'].includes(codeOf(error.cause));
}

/** A standby, a server in read-only mode, or a full disk. Reads still work. */
export function isReadOnly(error: unknown): boolean {
  return ['25006', '53100'].includes(codeOf(error));
}

export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505';
}

const mostTries = 4;

/**
 * Deadlocks and serialization failures roll everything back, and PostgreSQL asks to try again
 * (https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html). A random delay separates the colliding
 * transactions.
 */
async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isCollision(error) || tries === mostTries) throw error;
      await setTimeout(Math.random() * 25 * 2 ** tries);
    }
  }
}

function isCollision(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error));
}

async function reaching<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isReadOnly(error)) throw onlyReads(error);
    if (isUnreachable(error)) throw problem('unavailable', { cause: error });
    throw error;
  }
}

function onlyReads(cause: unknown): Problem {
  const message =
    'The service is temporarily read-only, and nothing was changed. Wait for the number of seconds in the Retry-After header, then try again.';
  return problem('unavailable', { message, cause });
}
