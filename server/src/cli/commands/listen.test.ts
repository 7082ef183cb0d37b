import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { buildKey, buildStaff, buildTenant, type TestTenant } from '../../../test/builders.ts';
import { commandLine } from '../../../test/command-line.ts';
import { launch, type RunningProgram, serve, temporaryDataFolder } from '../../../test/program.ts';
import { receiverAnswers, startReceiver } from '../../../test/stand-ins/webhook-receiver.ts';
import { client, startNode, startTestApp } from '../../../test/test-app.ts';
import { until } from '../../../test/until.ts';
import { revokeKey } from '../../keys/revoke-key.ts';
import { newApiKey } from '../../platform/api-key.ts';
import { signatureHeaders } from '../../webhooks/sending/sign.ts';

// Runs the real command in a child process, which only Ctrl-C ends, against a real server and a real local program.

const app = await startTestApp();
const tenant = await buildTenant(app, { licenses: ['open_api_advanced'] });
const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';

/** Starts the command and waits until it listens. */
async function listen(options: string, { key = tenant.key, server = app.address } = {}): Promise<RunningProgram> {
  const line = `listen --server ${server} ${options}`;
  const program = launch(line.split(' ').filter(Boolean), { TRUNKLINE_KEY: key });
  await until(() => {
    assert.equal(program.child.exitCode, null, program.errors());
    return /^Listening|"listening"/.test(program.output());
  });
  return program;
}

async function stop(program: RunningProgram): Promise<void> {
  program.child.kill('SIGINT');
  assert.equal(await program.ended, 0, program.errors());
}

const create = async ({ api, projectId }: Pick<TestTenant, 'api' | 'projectId'>, name: string) =>
  assert.equal((await api.post('/customers', { project_id: projectId, name })).status, 201);

/** An address at which nothing listens. */
async function nowhere(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return `http://127.0.0.1:${port}`;
}

const jsonLines = (program: RunningProgram) =>
  program
    .output()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

test('the events of a whole call are shown and forwarded in their order, signed like deliveries', async () => {
  const receiver = await startReceiver({ protocol: 'http' });
  const program = await listen(`--forward-to ${receiver.url}hook --secret ${secret}`);
  assert.match(program.output(), new RegExp(`^Listening to the test events of ${app.address}\\. `));
  assert.ok(program.output().includes(`Forwarding to ${receiver.url}hook, signed with ${secret}\n`));

  const staff_id = await buildStaff(app, tenant.tenantId);
  const call = { staff_id, project_id: tenant.projectId, phone_number: '+81-90-1234-5678', external_id: 'deal-7' };
  const started = await tenant.api.post('/calls/initiate', call);
  await until(() => /call\.completed.* in /.test(program.output()));
  assert.deepEqual(
    receiver.received.map(({ body }) => JSON.parse(body).type),
    ['call.initiated', 'call.ringing', 'call.connected', 'call.completed'],
  );
  for (const { path, headers, body } of receiver.received) {
    assert.equal(path, '/hook');
    assert.equal(JSON.parse(body).data.call_id, started.body.data.call_id);
    assert.equal(JSON.parse(body).data.external_id, 'deal-7');
    assert.ok(new Webhook(secret).verify(body, headers));
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
    const expected = signatureHeaders([secret], { id: JSON.parse(body).id, body }, at);
    assert.equal(headers['x-service-signature'], expected['x-service-signature']);
    assert.equal(headers['webhook-id'], JSON.parse(body).id);
  }
  const { id } = JSON.parse(receiver.received.at(-1)?.body ?? '');
  assert.match(
    program.output(),
    new RegExp(
      `^\\d\\d:\\d\\d:\\d\\d  call\\.completed    connected   819\\*{5}5678  staff ${staff_id} *  ${started.body.data.call_id}  ${id}  200 in \\d+ ms$`,
      'm',
    ),
  );
  assert.equal(program.errors(), '');
  await stop(program);
});

test('without --forward-to it only shows; --json gives a line each, and --events chooses', async () => {
  const shown = await listen('--events customer.updated');
  const json = await listen('--json');
  assert.deepEqual(jsonLines(json)[0], {
    listening: { server: app.address, mode: 'test', forward_to: null, secret: null },
  });
  await create(tenant, 'Taro');
  const line = await until(() => jsonLines(json)[1]);
  assert.deepEqual([line.event.type, line.event.data.name, line.forwarded], ['customer.created', 'Taro', null]);

  const { customer_id } = line.event.data;
  assert.equal((await tenant.api.put(`/customers/${customer_id}`, { name: 'Jiro' })).status, 200);
  await until(() => /^\d\d:\d\d:\d\d {2}customer\.updated {2}customer \d+ {2}evt_\w{26}$/m.test(shown.output()));
  assert.doesNotMatch(shown.output(), /customer\.created|whsec_/);
  await stop(shown);
  await stop(json);
});

test('without --server it finds the one of the data folder, or else the one of HOST and PORT', async (t) => {
  const settings = { DATA_DIR: temporaryDataFolder() };
  const server = await serve(settings);
  t.after(() => server.child.kill('SIGKILL'));
  const key = /Test key +(tl_test_\w+)/.exec(server.output())?.[1] ?? '';
  const environment = { ...settings, TRUNKLINE_KEY: key };
  // PORT is not the server's port; the server has taken a free one.
  const found = launch(['listen'], { ...environment, PORT: '1' });
  await until(() => found.output().startsWith(`Listening to the test events of ${server.address}. `));
  await stop(found);
  const { port } = new URL(server.address);
  const elsewhere = { DATA_DIR: temporaryDataFolder(), HOST: '0.0.0.0', PORT: port, TRUNKLINE_KEY: key };
  const reached = launch(['listen'], elsewhere);
  await until(() => reached.output().startsWith(`Listening to the test events of http://127.0.0.1:${port}. `));
  await stop(reached);

  server.child.kill('SIGKILL');
  await server.ended;
  const lonely = launch(['listen'], { ...environment, PORT: '1' });
  assert.equal(await lonely.ended, 1);
  const sentence = /^No server answers at http:\/\/127\.0\.0\.1:1 /;
  assert.match(lonely.errors(), sentence, 'the note of a killed server is not believed');
});

test('a live key gets live events, and a note that it is a live key', async () => {
  const { key } = await buildKey(app, tenant.tenantId, { kind: 'live' });
  const program = await listen('--json', { key });
  assert.equal(jsonLines(program)[0].listening.mode, 'live');
  await create(tenant, 'Test');
  await create({ ...tenant, api: client(app, key) }, 'Live');
  const line = await until(() => jsonLines(program)[1]);
  assert.deepEqual([line.event.data.name, line.event.test], ['Live', false]);
  await stop(program);
});

test('a program that refuses, is missing or does not answer is reported, and the rest continues', async () => {
  const receiver = await startReceiver({ protocol: 'http', answer: receiverAnswers.status(500) });
  const program = await listen(`--json --forward-to ${receiver.url}`);
  assert.match(jsonLines(program)[0].listening.secret, /^whsec_[\w+/]{43}=$/);
  await create(tenant, 'Refused');
  const refused = await until(() => jsonLines(program)[1]);
  assert.deepEqual([refused.forwarded.status, refused.forwarded.error], [500, null]);
  receiver.answerWith(receiverAnswers.ok);
  await create(tenant, 'Taken');
  assert.equal((await until(() => jsonLines(program)[2])).forwarded.status, 200);

  // Ctrl-C does not wait for an answer; otherwise the end of that exchange would be printed.
  receiver.answerWith(receiverAnswers.hang);
  await create(tenant, 'Hanging');
  await until(() => receiver.received.length === 3);
  await stop(program);
  assert.equal(jsonLines(program).length, 3);

  const lonely = await listen(`--forward-to ${await nowhere()}/hook`);
  for (const [i, name] of ['One', 'Two'].entries()) {
    await create(tenant, name);
    await until(() => lonely.output().match(/no answer: The connection was refused/g)?.length === i + 1);
  }
  await stop(lonely);
});

test('a server that restarts again and again loses no event and repeats none', async () => {
  const receiver = await startReceiver({ protocol: 'http' });
  let node = await startNode(app.databaseUrl);
  const PORT = Number(new URL(node.address).port);
  const program = await listen(`--forward-to ${receiver.url}`, { server: node.address });
  const sent: string[] = [];
  const happen = async (name: string) => {
    await create(tenant, name);
    sent.push(name);
  };
  await happen('Before');
  for (let round = 0; round < 3; round++) {
    await node.stop();
    await happen(`Away ${round}`);
    await until(() => program.errors().match(/Trying again/g)?.length === round + 1);
    await happen(`Still away ${round}`);
    node = await startNode(app.databaseUrl, { PORT });
    await happen(`Starting ${round}`);
    await until(() => program.errors().match(/Connected to .* again/g)?.length === round + 1);
    await happen(`Back ${round}`);
  }
  await until(() => receiver.received.length >= sent.length);
  await stop(program);
  assert.deepEqual(
    receiver.received.map(({ body }) => JSON.parse(body).data.name),
    sent,
  );
});

test('a key that is revoked while it listens ends the command with a sentence', async () => {
  const { key, keyId } = await buildKey(app, tenant.tenantId);
  const program = await listen('', { key });
  await app.db.transaction((tx) => revokeKey(tx, tenant.tenantId, keyId));
  assert.equal(await program.ended, 1);
  assert.match(program.errors(), /This API key is unknown, revoked or expired\./);
});

test('an error that prevents listening is one sentence', async () => {
  const unlicensed = await buildTenant(app);
  const reading = await buildKey(app, tenant.tenantId, { scopes: ['customers:read'] });
  const foreign = createServer((_request, response) => response.end('Hello.')).listen(0, '127.0.0.1');
  await once(foreign, 'listening');
  test.after(() => foreign.close());
  const elsewhere = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
  const here = `--server ${app.address}/`;
  const cases: [options: string, key: string, code: number, sentence: RegExp][] = [
    [here, newApiKey('test'), 1, /^This API key is unknown, revoked or expired\..* key create /],
    [here, reading.key, 1, /^This API key lacks the scope webhooks:manage\. Create a key with that scope: /],
    [here, unlicensed.key, 1, /^Your tenant lacks the license open_api_advanced\. .* tenant license add /],
    [here, 'tl_test_short', 1, /^This is not a complete API key\./],
    [here, '', 2, /^--key is missing\. Add --key KEY, or set the variable TRUNKLINE_KEY\./],
    [`--server ${await nowhere()}`, tenant.key, 1, /^No server answers at http:\S+ \(ECONNREFUSED\)\. Start it/],
    [`--server ${elsewhere}`, tenant.key, 1, /answers 200 instead of an event stream\. Check --server\./],
    [`${here} --events call.ended`, tenant.key, 2, /^--events must be some of call\.initiated/],
    [`${here} --forward-to localhost:3000`, tenant.key, 2, /^--forward-to must be an address that begins with http/],
    [`${here} --secret abc`, tenant.key, 2, /^--secret must be a secret of a webhook/],
  ];
  for (const [options, key, expected, sentence] of cases) {
    const { code, out, err } = await commandLine({ TRUNKLINE_KEY: key }).run(`listen ${options}`);
    assert.deepEqual([code, out], [expected, ''], options);
    assert.match(err, sentence);
    assert.equal(err.split('\n').length, 2, err);
  }
});
