import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { launch, launchCommand, postmasterPid, temporaryDataFolder } from '../../test/program.ts';
import { until } from '../../test/until.ts';
import { findRunningServer } from './installation/one-server.ts';

// Every write to /dev/full fails as on a full disk.

const skip = !existsSync('/dev/full') && 'there is no /dev/full';
const main = 'server/src/main.ts';

const launchToFullDisk = (args: string[], settings: Record<string, string> = {}) =>
  launchCommand('/bin/sh', ['-c', 'exec "$@" > /dev/full', 'sh', process.execPath, main, ...args], settings);

test('a command whose result does not fit on the disk says so and fails', { skip }, async () => {
  const sentence = /^The output could not be written, and is lost: ENOSPC.*\.$/;
  for (const arg of ['version', '--help']) {
    const { ended, errors } = launchToFullDisk([arg]);
    assert.equal(await ended, 1, arg);
    assert.match(errors().trimEnd(), sentence, arg);
  }
  const { ended, errors } = launchToFullDisk(['version', '--json']);
  assert.equal(await ended, 1);
  assert.match(JSON.parse(errors()).error, sentence);
});

test('a reader that closes its pipe early is no failure', async () => {
  const { child, ended, errors } = launch(['--help'], {});
  child.stdout?.destroy();
  assert.deepEqual([await ended, errors()], [0, '']);
});

test('a server whose log does not fit on the disk serves, and stops in order', { skip }, async () => {
  const dataDir = temporaryDataFolder();
  const { child, ended, errors } = launchToFullDisk(['serve'], { DATA_DIR: dataDir });
  const address = await until(() => findRunningServer(dataDir)?.address, 60);
  assert.equal((await fetch(`${address}/health/ready`)).status, 200);
  child.kill('SIGTERM');
  assert.deepEqual([await ended, errors(), postmasterPid(dataDir)], [0, '', undefined]);
});
