import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { linkModels } from './models-folder.ts';
import { launchCommand, serving, temporaryDataFolder } from './program.ts';
import { until } from './until.ts';

const repository = join(import.meta.dirname, '../..');

test('npm run dev serves the console and analyzes calls', async () => {
  const settings = { DATA_DIR: temporaryDataFolder(), SIMULATOR_SPEED: '100' };
  linkModels(settings.DATA_DIR);
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  // The tests have already built the console, so serving it does not prove that this command builds it.
  const build = 'node console/build.ts --if-stale';
  assert.match(scripts.start, / serve --build-console$/);
  assert.ok(scripts.dev.startsWith(`${build} && `), scripts.dev);
  // Without npm in between, so that the test ends node --watch itself; the cleanup of the data folder ends the server.
  const server = await serving(launchCommand('sh', ['-c', scripts.dev], settings));
  const page = await fetch(`${server.address}/login`);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<div id="root">/);

  const authorization = `Bearer ${/Test key +(tl_test_\w+)\n/.exec(server.output())?.[1]}`;
  const started = await fetch(`${server.address}/api/v1/calls/initiate`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ staff_id: 1, project_id: 1, phone_number: '+819012345678' }),
  });
  const { data } = (await started.json()) as { data: { call_id: string } };
  const analysis = await until(async () => {
    const answer = await fetch(`${server.address}/api/v1/calls/${data.call_id}`, { headers: { authorization } });
    const { voice_analysis } = ((await answer.json()) as { data: { voice_analysis: { status: string } | null } }).data;
    return voice_analysis && voice_analysis.status !== 'pending' ? voice_analysis : undefined;
  }, 240);
  assert.equal(analysis.status, 'ready', JSON.stringify(analysis));
});
