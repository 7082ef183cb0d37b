import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandLine } from '../../../test/command-line.ts';
import { launch } from '../../../test/program.ts';
import { checkDataFolder } from './check-data-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'trunkline-check-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

test('a start with a file in place of the data folder says which setting to change', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const { ended, errors } = launch(['serve'], { DATA_DIR: file });
  assert.equal(await ended, 1);
  const advice = 'Set DATA_DIR to a folder that this user can write to.';
  assert.equal(errors(), `The data folder ${file} is not a folder. ${advice}\n`);
});

test('commands and the doctor say the same, and nothing that follows from it', async () => {
  const file = join(folder, 'another file');
  writeFileSync(file, '');
  const sentence = `The data folder ${file} is not a folder. Set DATA_DIR to a folder that this user can write to.`;
  const { refusal, run } = commandLine({ DATA_DIR: file });
  for (const line of ['tenant list', 'migrate', 'demo']) assert.equal(await refusal(line, 1), sentence, line);
  const { code, out } = await run('doctor --json');
  assert.equal(code, 1);
  const [node, ...findings] = JSON.parse(out);
  assert.equal(node.check, 'node');
  assert.deepEqual(findings, [{ check: 'data folder', status: 'fail', message: sentence }]);
});

test('a data folder that this user cannot use is refused in a sentence', {
  skip: process.getuid?.() === 0 && 'root may write everywhere',
}, async () => {
  const own = join(folder, 'own');
  mkdirSync(own);
  for (const mode of [0o500, 0o000]) {
    chmodSync(own, mode);
    await assert.rejects(checkDataFolder(own), /is closed to this user\. Set DATA_DIR .*, or run this as the user of/);
  }
  await assert.rejects(checkDataFolder(join(own, 'inner')), /is closed to this user\. Set DATA_DIR/);
  chmodSync(own, 0o700);
  await checkDataFolder(own);
});

test('a data folder that is not there yet is left to the start', () => checkDataFolder(join(folder, 'missing')));
