import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { test } from 'node:test';
import { atEnd } from '../../test/at-end.ts';
import { until } from '../../test/until.ts';
import { folderPlace } from './folder-place.ts';

// Files of a backup in a folder of this machine.

const folder = mkdtempSync(join(tmpdir(), 'trunkline-folder-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));

const large = join(folder, 'large.wav');
writeFileSync(large, '');
truncateSync(large, 1 << 30);

const clones = await copyFile(large, join(folder, 'clone'), constants.COPYFILE_FICLONE_FORCE).then(
  () => true,
  () => false,
);

test('a copy of a large recording ends with its signal, and leaves nothing', {
  skip: clones && 'this file system clones a file at once',
  timeout: 240_000,
}, async () => {
  const stopping = new AbortController();
  const place = folderPlace(join(folder, 'one.tar.gz'), stopping.signal);
  const copies = join(folder, 'recordings/1');
  const copying = place.putRecording('1/a.wav', large);
  copying.catch(() => {}); // It is awaited below.
  const sizes = () => (existsSync(copies) ? readdirSync(copies).map((name) => statSync(join(copies, name)).size) : []);
  await until(() => sizes().some((size) => size > 0));
  stopping.abort();
  await assert.rejects(copying, { name: 'AbortError' });
  assert.deepEqual(readdirSync(copies), []);
});

test('a process with the id of one that was killed makes the same backup, and what that one left is removed', async () => {
  const file = join(folder, 'two.tar.gz');
  writeFileSync(`${file}.${process.pid}.part`, 'half');
  const place = folderPlace(file, new AbortController().signal);
  await place.write(async (output) => {
    output.end('whole');
    await finished(output);
  });
  assert.equal(readFileSync(file, 'utf8'), 'whole');
  writeFileSync(`${file}.${randomUUID()}.part`, 'half');
  await place.removeDrafts('two', () => true);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('two')),
    ['two.tar.gz'],
  );
});
