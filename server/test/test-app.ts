import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../src/config.ts';
import { createLog, type Logger } from '../src/platform/log.ts';
import { type Server, startServer } from '../src/server.ts';
import { atEnd } from './at-end.ts';
import { secretsKey } from './secrets.ts';
import { createTestDatabase } from './test-database.ts';

// The whole server, on a new database, over real HTTP.

export type TestApp = Server & { databaseUrl: string };

type ServerOptions = Parameters<typeof startServer>[3];

export async function startTestApp(config: Partial<Config> = {}, options?: ServerOptions): Promise<TestApp> {
  return startNode(await createTestDatabase(), config, undefined, options);
}

/** One more node on an existing database. */
export async function startNode(
  databaseUrl: string,
  config: Partial<Config> = {},
  log?: Logger,
  options?: ServerOptions,
): Promise<TestApp> {
  const defaults = readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_POOL_SIZE: '8',
    DRAIN_SECONDS: '5',
    DATA_DIR: temporaryFolder(),
    SIMULATOR_SPEED: '20',
    ANALYSIS_WORKERS: '0', // It would take processors from other tests; tests of the analysis switch it on.
    SECRETS_KEY: secretsKey,
  });
  const settings = { ...defaults, ...config };
  const server = await startServer(settings, databaseUrl, log ?? createLog(settings.LOG_LEVEL), options);
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= server.stop();
    return stopped;
  };
  atEnd(stop);
  return { ...server, stop, databaseUrl };
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-app-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export type TestAnswer = {
  status: number;
  headers: Headers;
  // Tests read whatever is in the answer, and assert it.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any;
  text: string;
};

export type TestClient = ReturnType<typeof client>;

/** A client with one key. Objects are sent as JSON; strings and buffers are sent as they are. */
export function client(app: Pick<TestApp, 'address'>, key?: string) {
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> => {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const answer = await fetch(`${app.address}/api/v1${path}`, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: isJson && text ? JSON.parse(text) : undefined,
    };
  };
  return {
    send,
    get: (path: string, headers?: Record<string, string>) => send('GET', path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Record<string, string>) => send('POST', path, body, headers),
    put: (path: string, body?: unknown, headers?: Record<string, string>) => send('PUT', path, body, headers),
  };
}

/** Asserts the one envelope of every failure and returns its details. */
export function assertProblem(answer: TestAnswer, status: number, code: string): Record<string, unknown>[] {
  assert.equal(answer.status, status, answer.text);
  assert.deepEqual(Object.keys(answer.body), ['error']);
  const { error } = answer.body;
  assert.deepEqual(Object.keys(error).sort(), ['code', 'details', 'message', 'request_id']);
  assert.equal(error.code, code, answer.text);
  assert.equal(error.request_id, answer.headers.get('x-request-id'));
  assert.ok(Array.isArray(error.details));
  assert.ok(error.message.length > 10);
  return error.details;
}
