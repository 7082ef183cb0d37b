import assert from 'node:assert/strict';
import {
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
