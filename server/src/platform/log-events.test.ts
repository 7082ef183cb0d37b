import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { openStream } from '../../test/event-stream.ts';
import { assertListed } from '../../test/listed-lines.ts';
import { linkModels } from '../../test/models-folder.ts';
import { postmasterPid, serve, temporaryDataFolder } from '../../test/program.ts';
import { client } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { logEvents } from './log-events.ts';

const repository = join(import.meta.dirname, '../../..');
const page = readFileSync(join(repository, 'docs/log-events.md'), 'utf8');
const sourceFolder = join(repository, 'server/src');
const sources = globSync('**/*.ts', { cwd: sourceFolder, exclude: ['**/*.test.ts'] }).map((file) =>
  join(sourceFolder, file),
);

type Row = { event: string; level: string; message: string; meaning: string; alert?: boolean };
const asRow = ({ event, level, message, meaning, alert }: Row) =>
  `${event.split('.')[0]}: | \`${event}\` | ${level} | ${alert ? 'yes' : ''} | ${message} | ${meaning} |`;

test('docs/log-events.md has a row for each event, under the heading of its area, and no other', () => {
  const [, ...sections] = page.split(/^### /m);
  const shown = sections.flatMap((section) => {
    const [area = ''] = section.split('\n', 1);
    return (section.match(/^\| `.*$/gm) ?? []).map((row) => `${area}: ${row}`);
  });
  const listed = Object.entries(logEvents).map(([event, described]) => asRow({ event, ...described }));
  const onlyShown = shown.filter((row) => !listed.includes(row));
  const onlyListed = listed.filter((row) => !shown.includes(row));
  assert.deepEqual({ onlyShown, onlyListed }, { onlyShown: [], onlyListed: [] });
  assert.equal(shown.length, listed.length, 'a row is shown twice');
});

test('an event is named area.what_happened and has a short message without a period', () => {
  for (const [event, { message, meaning }] of Object.entries(logEvents)) {
    assert.match(event, /^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/);
    assert.ok(message.length <= 70 && !message.endsWith('.') && !message.includes('|'), message);
    assert.ok(meaning.endsWith('.') && !meaning.includes('|'), meaning);
  }
  const messages = Object.values(logEvents).map(({ message }) => message);
  assert.equal(new Set(messages).size, messages.length, 'two events have the same message');
});

test('each event of the list is logged somewhere', () => {
  const code = sources
    .filter((file) => !file.endsWith('/log-events.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  assert.deepEqual(
    Object.keys(logEvents).filter((event) => !code.includes(`'${event}'`)),
    [],
  );
});

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

/**
 * The expressions that log any text: by a logger of Fastify, which `request.log` is, or by the console. Our own `log` has no
 * such methods, and does not compile with an unknown event.
 */
function unnamedLines(file: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    const callee = ts.isCallExpression(node) ? node.expression : undefined;
    const isLevel = callee && ts.isPropertyAccessExpression(callee) && levels.includes(callee.name.text);
    const isAnyLevel = callee && ts.isElementAccessExpression(callee) && callee.expression.getText() === 'log';
    const isLogger = ts.isPropertyAccessExpression(node) && node.name.text === 'log' && node.getText() !== 'Math.log';
    if (isLevel || isAnyLevel || isLogger) found.push(`${basename(file)}: ${node.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

test('no source logs a line without an event', () => {
  const found = sources
    .filter((file) => !file.endsWith('/platform/log.ts'))
    .flatMap((file) => unnamedLines(file, readFileSync(file, 'utf8')));
  assert.deepEqual(found, []);
});

test('a line without an event would be found', () => {
  const planted = [
    "console.error('one')",
    "log[level]('two')",
    "log.ofLibrary('fastify').fatal('three')",
    'const { log } = request; log.warn({ a: 1 })',
    'const { log: renamed } = reply; renamed.info({ a: 1 })',
    'const logger = request.log',
  ];
  for (const code of planted) assert.equal(unnamedLines('planted.ts', code).length, 1, code);
  assert.deepEqual(unnamedLines('fine.ts', "log('chore.failed', { err: error }); answer.error = parts.of('log')"), []);
});

test('in a run of the program, with failures and a crash, each line has an event of the list', async () => {
  const dataDir = temporaryDataFolder();
  linkModels(dataDir);
  const crashing = `process.on('SIGUSR2', () => { throw new Error('a defect') })`;
  const server = await serve({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'trace',
    SIMULATOR_SPEED: '100',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    TRANSCRIPTION_URL: 'http://127.0.0.1:1/v1?model=none',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(crashing)}`,
  });
  const lines = () => server.output().match(/^\{.*\}$/gm) ?? [];
  const logged = (event: string) => until(() => lines().some((line) => line.includes(`"event":"${event}"`)), 240);
  const key = /Test key +(tl_test_\w+)\n/.exec(server.output())?.[1] ?? '';
  const api = client(server, key);

  const hook = { label: 'Closed', url: 'http://127.0.0.1:1/', events: ['call.completed'] };
  assert.equal((await api.post('/webhooks', hook)).status, 201);
  (await openStream(server, key)).close();
  await logged('event_stream.ended');
  const call = { staff_id: 1, project_id: 1, phone_number: '+819012345678' };
  assert.equal((await api.post('/calls/initiate', call)).status, 200);
  await logged('webhook.delivery_failed');
  await logged('insight.step_failed');
  process.kill(postmasterPid(dataDir) ?? 0, 'SIGKILL');
  await logged('postgres.lost');
  await logged('key.notify_lost');
  await until(async () => (await api.get('/customers')).status === 200);
  server.child.kill('SIGUSR2');
  await server.ended;

  const events = assertListed(lines());
  const ofStart = ['postgres.created', 'postgres.started', 'database.migrated', 'server.listening'];
  for (const event of [...ofStart, 'request.completed', 'process.crashed']) assert.ok(events.has(event), event);
  assert.match(server.errors(), /Error: a defect/);
});
