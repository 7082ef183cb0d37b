import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { atEnd } from '../at-end.ts';
import { follow, type TestStream } from '../event-stream.ts';
import { launchNpm, serving, temporaryDataFolder } from '../program.ts';
import { until } from '../until.ts';
import { type Block, blocksOf, executable, readPage, repository } from './guide.ts';
import { differences } from './shape.ts';

// Runs the blocks of a page in their order, in one shell, against a server as readers start it.

type Installation = {
  address: string;
  settings: Record<string, string>;
  testKey: string;
  liveKey: string;
  events: TestStream;
};

const verifiers = readdirSync(join(repository, 'docs/verify-webhook')).map((name) =>
  readPage(join('docs/verify-webhook', name)),
);
const startLine = /^(?<settings>(?:\w+=\S+ )*)npm start$/;
const mostMs = 540_000;

/** A new installation, with simulated calls that take a second instead of ten. */
async function install(): Promise<Installation> {
  const settings = { DATA_DIR: temporaryDataFolder(), WEBHOOK_ALLOW_PRIVATE: 'true', SIMULATOR_SPEED: '10' };
  const { address, output } = await serving(launchNpm(['start'], settings));
  const keyOf = (kind: string) => new RegExp(`tl_${kind}_\\w+`).exec(output())?.[0] ?? '';
  const testKey = keyOf('test');
  return { address, settings, testKey, liveKey: keyOf('live'), events: await follow({ address }, testKey) };
}

/** Runs pages on one installation, in their order. */
export async function testGuides(pages: string[]): Promise<void> {
  const installation = await install();
  for (const page of pages)
    test(`the commands and snippets of ${page} work`, async (t) => {
      const { ran, notRun } = await runGuide(page, installation);
      t.diagnostic(`${page}: ${ran} blocks run, ${notRun.length} not run`);
      for (const reason of notRun) t.diagnostic(`not run: ${reason}`);
    });
}

/** How many blocks it ran, and why it did not run the others. */
async function runGuide(page: string, installation: Installation): Promise<{ ran: number; notRun: string[] }> {
  const blocks = blocksOf(page).filter(({ language }) => executable.has(language));
  const folder = workingFolder();
  const port = await freePort();
  const commands: Block[] = [];
  const answers: { shown: Block; command: Block }[] = [];
  const shownEvents: Block[] = [];
  const notRun: string[] = [];
  let runElsewhere = 0;
  for (const [i, block] of blocks.entries()) {
    const { mark, language } = block;
    if (mark?.kind === 'not run') notRun.push(`${placeOf(block)} ${mark.text}`);
    else if (mark?.kind === 'run by') runElsewhere += 1;
    else if (mark?.kind === 'file') writeFileSync(join(folder, mark.text), filledIn(block.text, installation, port));
    else if (language === 'sh') commands.push(block);
    else if (language === 'json') {
      const previous = blocks[i - 1];
      if (isEvent(block.text)) shownEvents.push(block);
      else if (previous && commands.at(-1) === previous) answers.push({ shown: block, command: previous });
      else assert.fail(`${placeOf(block)} shows an answer without the command before it`);
    } else
      assert.ok(verifiers.includes(block.text), `${placeOf(block)} is neither a file nor one of docs/verify-webhook`);
  }

  const outputs = await runCommands(commands, { folder, port, installation });
  for (const { shown, command } of answers) {
    const output = outputs.get(command) ?? '';
    const real = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
    assert.deepEqual(differences(JSON.parse(shown.text), real), [], `${placeOf(shown)}\n${output}`);
  }
  for (const shown of shownEvents) await assertEvent(shown, installation.events);
  return { ran: blocks.length - notRun.length - runElsewhere, notRun };
}

const placeOf = ({ page, line }: Block) => `${page}:${line}`;

const isEvent = (json: string) => /^\{\s*"id": "evt_/.test(json);

async function assertEvent(shown: Block, { events }: TestStream): Promise<void> {
  const example = JSON.parse(shown.text);
  let problems: string[] = [];
  await until(() =>
    events().some(({ body }) => {
      if (body.type !== example.type) return false;
      problems = differences(example, body, body.type);
      return problems.length === 0;
    }),
  ).catch(() => assert.fail(`${placeOf(shown)} ${problems.join('\n')}`));
}

/** The files of the repository, in a folder where commands may leave other files. */
function workingFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-guide-'));
  atEnd(() => rmSync(folder, { recursive: true }));
  for (const name of readdirSync(repository))
    if (name !== 'trunkline' && !name.startsWith('.')) symlinkSync(join(repository, name), join(folder, name));
  const launcher = join(folder, 'trunkline');
  writeFileSync(launcher, `#!/bin/sh\nexec '${join(repository, 'trunkline')}' "$@"\n`);
  chmodSync(launcher, 0o755);
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Fills in what differs between the page and this machine. */
const filledIn = (text: string, { address, testKey, liveKey }: Installation, port: number) =>
  text
    .replaceAll('http://127.0.0.1:8080', address)
    .replaceAll(/(127\.0\.0\.1|localhost):3000/g, `127.0.0.1:${port}`)
    .replaceAll('tl_test_...', testKey)
    .replaceAll('tl_live_...', liveKey);

type Place = { folder: string; port: number; installation: Installation };

/** Runs the commands in one shell and returns what each block printed. */
async function runCommands(commands: Block[], place: Place): Promise<Map<Block, string>> {
  const { folder, port, installation } = place;
  const script = commands.map((block, i) => `${scriptOf(block, place, i)}\nprintf '\\n--- end of block\\n'\n`).join('');
  const { code, output, errors } = await shell(['-eu', '-c', script], {
    cwd: folder,
    env: { ...process.env, ...installation.settings, PORT: `${port}` },
  });
  const outputs = output.split('\n--- end of block\n');
  const stopped = commands[outputs.length - 1];
  assert.equal(code, 0, `${stopped && placeOf(stopped)}: exit code ${code}\n${outputs.at(-1)}\n${errors}`);
  return new Map(commands.map((block, i) => [block, outputs[i] ?? '']));
}

function scriptOf(block: Block, { port, installation }: Place, index: number): string {
  const lines = block.text.split('\n').map((line) => {
    const { settings } = startLine.exec(line)?.groups ?? {};
    if (settings === undefined) return line;
    // The server already runs, with these settings.
    for (const [, name = '', value] of settings.matchAll(/(\w+)=(\S+)/g))
      assert.equal(installation.settings[name], value, `${placeOf(block)}: ${line}`);
    return ':';
  });
  const script = filledIn(lines.join('\n'), installation, port);
  if (block.mark?.kind === 'runs until Ctrl-C') {
    const file = `until-ctrl-c-${index}.txt`;
    return `( ${script.trimEnd()}\n) > ${file} 2>&1 &\nuntil [ -s ${file} ]; do sleep 0.1; done`;
  }
  // A program in the background is ready when it answers.
  if (/ &$/m.test(script)) return `${script}until curl -s -o /dev/null http://127.0.0.1:${port}; do sleep 0.1; done`;
  return script;
}

async function shell(args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  const child = spawn('sh', args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const endAll = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // All of them have ended.
    }
  };
  const timer = setTimeout(endAll, mostMs);
  const texts = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  endAll();
  const [output, errors] = await texts;
  return { code: code as number | null, output, errors };
}
