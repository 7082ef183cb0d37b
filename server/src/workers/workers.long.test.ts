import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { on } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from 'undici';
import { atEnd } from '../../test/at-end.ts';
import { buildKey, buildStaff, buildTenant, query } from '../../test/builders.ts';
import { openStream } from '../../test/event-stream.ts';
import { postmasterPid, type RunningProgram, serve, temporaryDataFolder } from '../../test/program.ts';
import { openConnection, requestHead } from '../../test/raw-http.ts';
import { secretsKey } from '../../test/secrets.ts';
import { client } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { readConfig } from '../config.ts';
import { decodeId } from '../platform/ids.ts';

// The real program with several workers. A kill is a real one.

const databaseUrl = await createTestDatabase();
const settings = {
  DATABASE_URL: databaseUrl,
  DATA_DIR: temporaryDataFolder(),
  SECRETS_KEY: secretsKey,
  WORKERS: '2',
  RATE_LIMIT: '600',
  SIMULATOR_SPEED: '5',
  DRAIN_SECONDS: '30',
};
const program = await serve(settings);
const app = { address: program.address, databaseUrl };

/** The processes of the workers; PostgreSQL may be a child too. */
function workersOf({ child }: Pick<RunningProgram, 'child'>): number[] {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
  const isWorker = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker.ts');
  return children.filter((pid) => pid !== '' && isWorker(pid)).map(Number);
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const linesOf = (event: string) => program.output().match(new RegExp(`"event":"${event}"`, 'g'))?.length ?? 0;

/** Kills a worker and waits until another one serves in its place. */
async function killWorker(): Promise<void> {
  const before = linesOf('worker.replaced');
  const [pid = 0] = workersOf(program);
  process.kill(pid, 'SIGKILL');
  await until(() => linesOf('worker.replaced') > before);
}

/** A client with one connection, so all of its requests go to one worker. */
function oneConnection(key: string) {
  const connection = new Client(app.address);
  atEnd(() => connection.destroy());
  return async (method: 'GET' | 'POST', path: string, body?: object) => {
    const {
      statusCode,
      headers,
      body: answer,
    } = await connection.request({
      ...{ method, path: `/api/v1${path}`, body: body ? JSON.stringify(body) : null },
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read whatever came
    return { status: statusCode, headers, body: (await answer.json()) as any };
  };
}

test('connections to the one port are shared by the workers, and one that dies takes only its own with it', async () => {
  const { key } = await buildTenant(app);
  const connections = await Promise.all(Array.from({ length: 8 }, () => openConnection(app)));
  for (const connection of connections) {
    connection.write(requestHead(key, 'GET /api/v1/customers'));
    assert.equal((await connection.answer()).status, 200);
  }
  await killWorker();
  const answers = connections.map(async (connection) => {
    connection.write(requestHead(key, 'GET /api/v1/customers'));
    return (await connection.answer()).status;
  });
  const served = (await Promise.allSettled(answers)).filter(({ status }) => status === 'fulfilled').length;
  assert.ok(served > 0 && served < connections.length, `${served} connections are left`);
  assert.equal(workersOf(program).length, 2);
});

test('a connection that waits for a worker that hangs is closed when that worker is killed', async () => {
  const hanging = workersOf(program).at(-1) ?? 0;
  process.kill(hanging, 'SIGSTOP');
  // The parent gives a worker the next connection only after it has taken the one before.
  const connections = await Promise.all(Array.from({ length: 4 }, () => openConnection(app)));
  const [answered, closed] = [new Set<unknown>(), new Set<unknown>()];
  for (const connection of connections) {
    connection.write('GET /health/live HTTP/1.1\r\nHost: test\r\n\r\n');
    connection.answer().then(
      () => answered.add(connection),
      () => closed.add(connection),
    );
  }
  await until(() => answered.size === 3);
  const before = linesOf('worker.replaced');
  process.kill(hanging, 'SIGKILL');
  await until(() => closed.size === 1, 20);
  await until(() => linesOf('worker.replaced') > before);
});

test('workers killed under writes are replaced, and everything acknowledged is there', async () => {
  const { tenantId, projectId } = await buildTenant(app);
  const acknowledged: string[] = [];
  let isOver = false;
  let failed = 0;
  const write = async (writer: number) => {
    let { key } = await buildKey(app, tenantId);
    for (let i = 0; !isOver; i++) {
      const external_id = `${writer}-${i}`;
      const body = { project_id: projectId, name: 'Taro', external_id };
      const answer = await client(app, key)
        .post('/customers', body)
        .catch(() => undefined);
      if (answer?.status === 201) acknowledged.push(external_id);
      else failed += 1;
      if (answer?.status === 429) ({ key } = await buildKey(app, tenantId)); // A fast machine reaches the limit of a key.
    }
  };
  const writing = Array.from({ length: 4 }, (_, writer) => write(writer));
  for (let kills = 0; kills < 2; kills++) {
    const before = acknowledged.length;
    await until(() => acknowledged.length > before + 20);
    await killWorker();
  }
  isOver = true;
  await Promise.all(writing);
  const rows = await query(app, 'select external_id from customers where tenant_id = $1', [tenantId]);
  const stored = new Set(rows.map(({ external_id }) => external_id));
  assert.deepEqual(
    acknowledged.filter((external_id) => !stored.has(external_id)),
    [],
  );
  assert.ok(stored.size <= acknowledged.length + failed);
});

test('the calls of a worker that dies are taken over and come to one end', async () => {
  const { key, tenantId, projectId } = await buildTenant(app);
  const staff_id = await buildStaff(app, tenantId);
  const calls = { staff_id, project_id: projectId, phone_number: '+819012345678' };
  const connections = [oneConnection(key), oneConnection(key)];
  // Calls of a busy machine may end before both workers have one.
  await until(async () => {
    for (const request of connections) assert.equal((await request('POST', '/calls/initiate', calls)).status, 200);
    const owners = await query(app, 'select distinct node_id from open_calls where tenant_id = $1', [tenantId]);
    return owners.length === 2;
  });
  await killWorker();
  const rows = await until(async () => {
    const found = await query(app, 'select status, ended_at from calls where tenant_id = $1', [tenantId]);
    return found.every(({ ended_at }) => ended_at) && found;
  });
  assert.ok(rows.every(({ status }) => status === 'connected'));
  assert.deepEqual(await query(app, 'select from open_calls where tenant_id = $1', [tenantId]), []);
});

test('a hang-up reaches the worker that drives the call, without waiting for its next look at the database', async () => {
  const { key, tenantId, projectId } = await buildTenant(app);
  const staff_id = await buildStaff(app, tenantId);
  const body = { staff_id, project_id: projectId, phone_number: '+819012345678' };
  const [starting, hangingUp] = [oneConnection(key), oneConnection(key)];
  const callOf = async (request: typeof starting) => (await request('POST', '/calls/initiate', body)).body.data.call_id;
  const isOpen = async () => (await query(app, 'select from open_calls where tenant_id = $1', [tenantId])).length > 0;
  // The two connections lead to different workers.
  await until(async () => {
    await Promise.all([callOf(starting), callOf(hangingUp)]);
    const owners = await query(app, 'select distinct node_id from open_calls where tenant_id = $1', [tenantId]);
    return owners.length === 2;
  });
  await until(async () => !(await isOpen()));

  const hangUps = async (through: typeof starting) => {
    let spent = 0;
    for (let i = 0; i < 8; i++) {
      const call = await callOf(starting);
      // In a conversation the engine reports nothing, so no report makes the worker look at the call.
      await until(async () => {
        const [row] = await query(app, 'select status from calls where call_id = $1', [decodeId('call', call)]);
        return row?.status === 'connected';
      });
      const begin = performance.now();
      assert.equal((await through('POST', `/calls/${call}/hangup`)).status, 200);
      await until(async () => !(await isOpen()));
      spent += performance.now() - begin;
    }
    return spent;
  };
  const byOwner = await hangUps(starting);
  const byOther = await hangUps(hangingUp);
  // A worker looks at the database once a second, so eight of them would take four seconds more.
  assert.ok(byOther < 2 * byOwner + 2_000, `${byOther} ms instead of ${byOwner} ms`);
});

test('the limit of a key holds exactly over all workers, in a burst and one by one, and the header counts down', async () => {
  const { key } = await buildTenant(app);
  const remaining: number[] = [];
  for (const request of [0, 1, 2, 3, 4, 5].map(() => oneConnection(key))) {
    const { headers } = await request('GET', '/customers');
    remaining.push(Number(/r=(\d+)/.exec(`${headers.ratelimit}`)?.[1]));
  }
  assert.deepEqual(remaining, [599, 598, 597, 596, 595, 594]);
  const { key: other } = await buildTenant(app);
  const burstOf = async (key: string) => {
    const answers = await Promise.all(Array.from({ length: 640 }, () => client(app, key).get('/customers')));
    const statuses = Map.groupBy(answers, ({ status }) => status);
    return [statuses.get(200)?.length, statuses.get(429)?.length];
  };
  assert.deepEqual(await Promise.all([burstOf(key), burstOf(other)]), [
    [594, 46],
    [600, 40],
  ]);
  await killWorker();
  assert.equal((await client(app, key).get('/customers')).status, 429, 'a new worker knows the count');
});

test('a revoked key is refused by every worker', async () => {
  const { tenantId } = await buildTenant(app);
  const { key, keyId } = await buildKey(app, tenantId);
  const connections = Array.from({ length: 4 }, () => oneConnection(key));
  const statuses = async () =>
    Promise.all(connections.map(async (request) => (await request('GET', '/customers')).status));
  assert.deepEqual(await statuses(), [200, 200, 200, 200]);
  await query(app, 'update api_keys set revoked_at = now() where key_id = $1', [keyId]);
  await until(async () => (await statuses()).every((status) => status === 401));
});

test('a key has ten streams over all workers, each receives every event, and a dead worker gives its places back', async () => {
  const { key, projectId } = await buildTenant(app, { licenses: ['open_api_advanced'] });
  // The first two go to different workers. Of those that are opened at once, a busy worker may take few.
  const [first, second] = [await openStream(app, key), await openStream(app, key)];
  const others = await Promise.all(Array.from({ length: 10 }, () => openStream(app, key)));
  const streams = [first, second, ...others];
  const open = streams.filter(({ status }) => status === 200);
  assert.equal(open.length, 10);
  assert.ok(streams.every(({ status }) => [200, 429].includes(status)));
  const name = 'Seen by all';
  assert.equal((await client(app, key).post('/customers', { project_id: projectId, name })).status, 201);
  await until(() => open.every((stream) => stream.events().some(({ body }) => body.data.name === name)));

  await killWorker();
  const ended = await until(() => {
    const ended = open.filter((stream) => stream.hasEnded()).length;
    return ended > 0 && ended;
  });
  assert.ok(ended < 10, 'the streams of the other worker go on');
  const again = await Promise.all(Array.from({ length: ended + 1 }, () => openStream(app, key)));
  assert.equal(again.filter(({ status }) => status === 200).length, ended);
});

test('a scrape shows the sum of all workers, whichever answers it, and never less after one has died', async () => {
  const { key } = await buildTenant(app);
  const connections = Array.from({ length: 4 }, () => oneConnection(key));
  const route = 'method="GET",route="/api/v1/customers/:customerId",status="404"';
  const count = async () => {
    const text = await (await fetch(`${app.address}/metrics`, { headers: { connection: 'close' } })).text();
    return Number(
      new RegExp(`^trunkline_http_request_duration_seconds_count\\{${route}\\} (\\d+)$`, 'm').exec(text)?.[1],
    );
  };
  for (const request of connections) for (let i = 0; i < 5; i++) await request('GET', '/customers/1');
  await until(async () => (await count()) === 20);
  assert.deepEqual([await count(), await count(), await count()], [20, 20, 20]);
  await killWorker();
  assert.equal(await count(), 20);
  await client(app, key).get('/customers/1');
  await until(async () => (await count()) === 21);
});

test('every line of the log is whole, names its worker, and reports a worker that ended with its process', async () => {
  const lines = program.output().split('\n').slice(0, -1);
  const parsed = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  const requests = parsed.filter(({ event }) => event === 'request.completed');
  assert.deepEqual(new Set(requests.map(({ worker }) => worker)), new Set([1, 2]));
  assert.equal(linesOf('server.listening'), 1);
  assert.match(program.output(), /"event":"worker\.ended","worker":[12],"pid":\d+,"code":null,"signal":"SIGKILL"/);
});

test('SIGTERM to one worker lets it finish, another one takes its place, and no error is logged', async () => {
  const [replaced, ended] = [linesOf('worker.replaced'), linesOf('worker.ended')];
  const pid = workersOf(program)[1] ?? 0;
  process.kill(pid, 'SIGTERM');
  await until(() => linesOf('worker.replaced') > replaced);
  assert.equal(linesOf('worker.ended'), ended);
  assert.match(program.output(), new RegExp(`"event":"worker\\.stopped","worker":[12],"pid":${pid},`));
});

test('a worker that hangs is killed and replaced, and scrapes and other connections do not wait for it', async () => {
  const { key } = await buildTenant(app);
  const replaced = linesOf('worker.replaced');
  const hanging = workersOf(program)[0] ?? 0;
  process.kill(hanging, 'SIGSTOP');
  // One connection is handed to the worker before the parent notices that it takes no more.
  const first = await Promise.all([openConnection(app), openConnection(app)]);
  const answered = first.map(async (connection) => {
    connection.write(requestHead(key, 'GET /api/v1/customers'));
    return (await connection.answer()).status;
  });
  assert.equal(await Promise.any(answered), 200);
  const scrape = await fetch(`${app.address}/metrics`, { headers: { connection: 'close' } });
  assert.equal(scrape.status, 200);
  assert.match(await scrape.text(), /trunkline_http_request_duration_seconds_count/);
  await until(() => linesOf('worker.replaced') > replaced, 90);
  assert.match(program.output(), new RegExp(`"event":"worker\\.silent","worker":[12],"pid":${hanging},`));
  assert.equal(isAlive(hanging), false);
  assert.equal(workersOf(program).length, 2);
  await Promise.allSettled(answered); // The connection of the worker that hung is closed.
});

test('when all workers die, the next ones serve on the same port, although it was any free one', async () => {
  const { key } = await buildTenant(app);
  const replaced = linesOf('worker.replaced');
  for (const pid of workersOf(program)) process.kill(pid, 'SIGKILL');
  await until(() => linesOf('worker.replaced') === replaced + 2);
  assert.equal((await client(app, key).get('/customers')).status, 200);
});

test('a worker that cannot listen reports the code, from which the parent explains the reason', async () => {
  const worker = fork(join(import.meta.dirname, 'worker.ts'), { stdio: 'ignore' });
  atEnd(() => worker.kill('SIGKILL'));
  const port = new URL(app.address).port;
  const config = readConfig({ ...settings, PORT: port });
  worker.send({ kind: 'start', task: { config, databaseUrl, logFormat: 'json', consoleFolder: '', number: 2 } });
  for await (const [{ kind, code, syscall }] of on(worker, 'message'))
    if (kind === 'failed') return assert.deepEqual([code, syscall], ['EADDRINUSE', 'listen']);
});

test('a second Ctrl-C ends everything at once', async () => {
  const impatient = await serve({ ...settings, DATA_DIR: temporaryDataFolder(), DRAIN_SECONDS: '600' });
  const { key } = await buildTenant(app);
  const connection = await openConnection(impatient);
  connection.write(requestHead(key, 'POST /api/v1/customers', 'Content-Length: 100', 'Expect: 100-continue'));
  assert.equal((await connection.answer()).status, 100); // The request waits for its body.
  const workers = workersOf(impatient);
  const interrupt = () => {
    for (const pid of [impatient.child.pid ?? 0, ...workers].filter(isAlive)) process.kill(pid, 'SIGINT');
  };
  interrupt();
  await until(() => /Stopping/.test(impatient.output()));
  await until(() => {
    interrupt(); // Those within half a second of the first are taken for the same Ctrl-C.
    return impatient.child.exitCode !== null;
  });
  assert.equal(await impatient.ended, 130);
  await until(() => !workers.some(isAlive));
});

test('Ctrl-C, which a terminal sends to all processes, lets requests finish and leaves nothing running', async () => {
  const { key, projectId } = await buildTenant(app);
  const customer = JSON.stringify({ project_id: projectId, name: 'In time' });
  const fields = ['Content-Type: application/json', `Content-Length: ${customer.length}`, 'Expect: 100-continue'];
  const connections = await Promise.all(Array.from({ length: 4 }, () => openConnection(app)));
  for (const connection of connections) {
    connection.write(requestHead(key, 'POST /api/v1/customers', ...fields));
    assert.equal((await connection.answer()).status, 100); // A worker has begun the request and waits for its body.
  }
  const workers = workersOf(program);
  for (const pid of [program.child.pid ?? 0, ...workers]) process.kill(pid, 'SIGINT');
  await until(() => /Stopping/.test(program.output()));
  for (const connection of connections) {
    connection.write(customer);
    assert.equal((await connection.answer()).status, 201);
  }
  assert.deepEqual([await program.ended, program.errors()], [0, '']);
  assert.deepEqual(workers.filter(isAlive), []);
});

test('workers end with a parent that is killed, and the next start finds everything', async () => {
  const dataDir = temporaryDataFolder();
  const embedded = { DATA_DIR: dataDir, WORKERS: '2' };
  const killed = await serve(embedded);
  const key = /Test key +(tl_test_\w+)\n/.exec(killed.output())?.[1] ?? '';
  assert.equal((await client(killed, key).post('/customers', { project_id: 1, name: 'Kept' })).status, 201);
  const [workers, postgres] = [workersOf(killed), postmasterPid(dataDir)];
  killed.child.kill('SIGKILL');
  await until(() => !workers.some(isAlive));
  const { hostname, port } = new URL(killed.address);
  await assert.rejects(
    new Promise((resolve, reject) => connect(Number(port), hostname).on('connect', resolve).on('error', reject)),
    { code: 'ECONNREFUSED' },
  );

  const next = await serve({ ...embedded, PORT: port });
  assert.equal(postmasterPid(dataDir), postgres);
  assert.equal((await client(next, key).get('/customers?q=Kept')).body.pagination.total, 1);
  const left = workersOf(next);
  next.child.kill('SIGTERM');
  assert.deepEqual([await next.ended, next.errors()], [0, '']);
  assert.deepEqual(left.filter(isAlive), []);
  assert.equal(postmasterPid(dataDir), undefined, 'its PostgreSQL has stopped too');
});
