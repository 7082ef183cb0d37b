// `npm run bench -- attacks`: how long one tenant's requests take while another client sends bodies that are made to be
// expensive, as a ratio to the same requests on the quiet server, and for how long each such body blocks the event loop.
// Bounded: about three minutes.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect, type Database } from '../../server/src/database/connect.ts';
import { startEmbedded } from '../../server/src/database/embedded.ts';
import { migrate } from '../../server/src/database/migrate.ts';
import { createKey } from '../../server/src/keys/create-key.ts';
import { scopes } from '../../server/src/platform/caller.ts';
import { idOf, type ProjectId } from '../../server/src/platform/ids.ts';
import { createProject } from '../../server/src/projects/create-project.ts';
import { addLicense } from '../../server/src/tenants/change-license.ts';
import { createTenant } from '../../server/src/tenants/create-tenant.ts';
import { medianOf, ms, quantile } from '../calls/figure.ts';
import { startServerProcess } from '../server-process.ts';
import type { AttackedTask, LoopUse } from './api-server.ts';
import type { AttackAnswer, Attacking } from './attacker.ts';
import { type Attack, attacks, shapes } from './shapes.ts';

const rounds = 3;
const seconds = 2;
const connections = 4;
/** Milliseconds between two requests of the other tenant. */
const interval = 20;
/** Milliseconds that a request of the other tenant may take. A failed request counts as one that takes so long. */
const longest = 30_000;
const repetitions = 5;
const usualLimit = 3_000;

type Tenant = { projectId: ProjectId; key: string };

async function main(): Promise<void> {
  await using closing = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-'));
  closing.defer(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755); // Root starts PostgreSQL as another user, who needs access.
  const postgres = await startEmbedded(folder, { log: console.error });
  closing.defer(postgres.stop);
  await migrate(postgres.url);
  const db = connect(postgres.url, { poolSize: 2, applicationName: 'bench', onIdleError: console.error });
  closing.defer(db.close);
  const serve = async (rateLimit: number) => {
    const task: AttackedTask = { databaseUrl: postgres.url, tenantId: idOf('tenant', 0), poolSize: 16, rateLimit };
    const server = await startServerProcess('./attacks/api-server.ts', task);
    closing.defer(server.stop);
    return server;
  };
  const [limited, unlimited] = [await serve(usualLimit), await serve(0)];
  const victim = await plant(db);
  for (const { address } of [limited, unlimited]) await visit(address, victim); // Warms them up.

  const attacker = fork(new URL('./attacker.ts', import.meta.url));
  closing.defer(() => void attacker.kill('SIGKILL'));
  const rows = [];
  for (const attack of attacks)
    for (const [limit, { address }] of [
      [`${usualLimit} a minute`, limited],
      ['off', unlimited],
    ] as const) {
      const [quiet, busy]: [number[], number[]] = [[], []];
      const answers: AttackAnswer[] = [];
      for (let round = 0; round < rounds; round++) {
        const sender = await plant(db); // A new one each time: the last one may be rate-limited by now.
        quiet.push(...(await visit(address, victim)));
        attacker.send(attackOf(address, attack, sender));
        await setTimeout(500); // By then all of its connections are busy.
        busy.push(...(await visit(address, victim)));
        answers.push(await ask<AttackAnswer>(attacker, 'stop'));
      }
      rows.push({ attack: attack.name, 'rate limit': limit, ...compared(quiet, busy), ...summary(answers) });
      process.stderr.write('.');
    }
  process.stderr.write('\n');
  console.table(rows);
  console.table(await measureShapes(unlimited, await plant(db)));
}

function compared(quiet: number[], busy: number[]) {
  const both = (times: number[]) => [medianOf(times), quantile(times, 0.99)] as const;
  const [[p50, p99], [busyP50, busyP99]] = [both(quiet), both(busy)];
  return {
    'quiet p50 / p99': `${ms(p50)} / ${ms(p99)}`,
    'attacked p50 / p99': `${ms(busyP50)} / ${ms(busyP99)}`,
    'ratios (<= 10)': `${(busyP50 / p50).toFixed(1)} / ${(busyP99 / p99).toFixed(1)}`,
  };
}

function summary(answers: AttackAnswer[]) {
  const counts = new Map<string, number>();
  for (const { statuses } of answers)
    for (const [status, count] of Object.entries(statuses)) counts.set(status, (counts.get(status) ?? 0) + count);
  return {
    'answers to the attack': [...counts].map(([status, count]) => `${count}x ${status}`).join(', '),
    'largest answer': `${Math.ceil(Math.max(...answers.map(({ largest }) => largest)) / 1024)} KiB`,
  };
}

/** How long each body alone occupies the event loop, as the server itself measures it; medians. */
async function measureShapes({ process, address }: Awaited<ReturnType<typeof startServerProcess>>, sender: Tenant) {
  const rows = [];
  for (const { name, path, body } of shapes) {
    const text = body(sender.projectId);
    const uses: LoopUse[] = [];
    const statuses = new Set<number>();
    for (let i = 0; i <= repetitions; i++) {
      await ask<LoopUse>(process, 'reset');
      const { status } = await send(`${address}${path}`, sender, text);
      const use = await ask<LoopUse>(process, 'use');
      statuses.add(status);
      if (i > 0) uses.push(use); // The first one includes compilation.
    }
    rows.push({
      body: name,
      MiB: (Buffer.byteLength(text) / 2 ** 20).toFixed(1),
      answer: [...statuses].join(),
      'processor time of the loop': ms(medianOf(uses.map(({ cpu }) => cpu))),
      'blocks the loop': ms(medianOf(uses.map(({ blocked }) => blocked))),
    });
  }
  return rows;
}

const attackOf = (address: string, { path, body }: Attack, { key, projectId }: Tenant): Attacking => ({
  ...{ url: `${address}${path}`, headers: headersFor(key), body: body(projectId), connections },
});

async function ask<T>(child: ChildProcess, question: string): Promise<T> {
  child.send(question);
  const [answer] = await once(child, 'message');
  return answer as T;
}

/**
 * A request every so many milliseconds, whether or not the previous ones were answered, as many clients together would send.
 */
async function visit(address: string, { key }: Tenant): Promise<number[]> {
  const asked: Promise<number>[] = [];
  const ask = async () => {
    const started = performance.now();
    const options = { headers: { authorization: `Bearer ${key}` }, signal: AbortSignal.timeout(longest) };
    try {
      const response = await fetch(`${address}/api/v1/customers?per_page=1`, options);
      await response.text();
      return response.ok ? performance.now() - started : longest;
    } catch {
      return longest;
    }
  };
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await setTimeout(interval))
    asked.push(ask());
  return Promise.all(asked);
}

const headersFor = (key: string) => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
  'x-trunkline-console': '1',
});

function send(url: string, { key }: Tenant, body: string): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers: headersFor(key) }, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0 }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function plant(db: Database): Promise<Tenant> {
  return db.transaction(async (tx) => {
    const tenantId = await createTenant(tx, { name: 'Bench' });
    await addLicense(tx, tenantId, 'open_api_advanced');
    const projectId = await createProject(tx, tenantId, { name: 'Bench' });
    const { key } = await createKey(tx, tenantId, { name: 'Bench', kind: 'test', scopes });
    return { projectId, key };
  });
}

await main();
