import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { launchCommand, serving, temporaryDataFolder } from './program.ts';
import { until } from './until.ts';

// The real server from its bundle, in this repository. server/src/cli/bundle.test.ts has the rest.

const repository = join(import.meta.dirname, '../..');
const limit = { timeout: 180_000 };
const dataDir = temporaryDataFolder();

/** Prints the files of the bundle that a process loads. */
const reporter = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) {
  const [, name] = /server.dist.(\\w+)-[^/]*\\.mjs$/.exec(url) ?? [];
  if (name) process.stderr.write('loaded ' + name + ' ' + process.pid + '\\n');
  return next(url, context);
} });`;
const watched = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(reporter)}` };

let key = '';

const start = async (settings: Record<string, string>) => {
  const starter = join(repository, 'scripts/start.mjs');
  const program = launchCommand(process.execPath, [starter, 'serve'], { DATA_DIR: dataDir, ...watched, ...settings });
  return serving(program);
};

for (const workers of [1, 2])
  test(
    `from the bundle, ${workers === 1 ? 'one process serves' : 'two workers serve'}, with calls and documentation`,
    limit,
    async () => {
      const built = launchCommand(process.execPath, [join(repository, 'scripts/bundle.mjs')], {});
      assert.deepEqual([await built.ended, built.errors()], [0, '']);
      const server = await start({ WORKERS: String(workers), SIMULATOR_SPEED: '100' });
      const loaded = () => server.errors().match(/^loaded (\w+)/gm) ?? [];
      const expected = ['loaded serve', ...(workers === 2 ? ['loaded worker', 'loaded worker'] : [])];
      assert.deepEqual(loaded(), expected);

      if (workers === 1) key = /Test key +(tl_test_\w+)\n/.exec(server.output())?.[1] ?? '';
      const authorization = `Bearer ${key}`;
      const initiated = await fetch(`${server.address}/api/v1/calls/initiate`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ staff_id: 1, project_id: 1, phone_number: '+819012345678' }),
      });
      const { data } = (await initiated.json()) as { data: { call_id: string } };
      const recording = await until(async () => {
        const answer = await fetch(`${server.address}/api/v1/calls/${data.call_id}`, { headers: { authorization } });
        return ((await answer.json()) as { data: { recording: { url: string | null } | null } }).data.recording?.url;
      }, 60);
      // MP3 is made by a thread that has a file of its own.
      assert.equal((await fetch(`${recording}?format=mp3`)).status, 200);
      for (const path of ['/docs', '/docs/guides/operating', '/api/v1/openapi.json', '/metrics', '/login'])
        assert.equal((await fetch(`${server.address}${path}`)).status, 200, path);

      server.child.kill('SIGINT');
      assert.equal(await server.ended, 0);
      assert.doesNotMatch(server.output(), /"level":(50|60)/);
    },
  );
