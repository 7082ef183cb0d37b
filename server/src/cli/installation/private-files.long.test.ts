import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { launch, serving, temporaryDataFolder } from '../../../test/program.ts';
import { until } from '../../../test/until.ts';
import { makeSharedFolder } from '../../engine/asterisk/call/shared-folder.ts';
import { putSounds } from '../../engine/asterisk/call/sounds.ts';
import { idOf } from '../../platform/ids.ts';
import { recordingsIn } from '../../recordings/recording-files.ts';

const isRoot = process.getuid?.() === 0;
const needsRoot = { skip: !isRoot && 'only root can try as another user' };
/** A user and a group that own nothing here, whether or not the system has names for them. */
const stranger = { uid: 54_321, gid: 54_321 };

/** The paths that this user can read, or list if they are folders. */
function readable(paths: string[], { uid, gid }: { uid: number; gid: number }): string[] {
  const script = 'while IFS= read -r path; do if [ -r "$path" ]; then printf "%s\\n" "$path"; fi; done';
  const { stdout, status } = spawnSync('/bin/sh', ['-c', script], {
    ...{ uid, gid, cwd: '/', encoding: 'utf8' as const, input: paths.map((path) => `${path}\n`).join('') },
  });
  assert.equal(status, 0);
  return stdout.split('\n').filter(Boolean);
}

const allIn = (folder: string) => [
  folder,
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
];
const modeOf = (path: string) => lstatSync(path).mode & 0o7777;
/** The files that this program made; the database belongs to the user that PostgreSQL runs as. */
const madeHere = (folder: string) => allIn(folder).filter((path) => !`${path}/`.startsWith(join(folder, 'postgres/')));
const openIn = (folder: string) =>
  madeHere(folder).filter(
    (path) => path !== folder && !lstatSync(path).isSymbolicLink() && lstatSync(path).uid === 0 && modeOf(path) & 0o077,
  );

async function serveWithUmask(umask: number, DATA_DIR: string) {
  const ours = process.umask(umask);
  try {
    return await serving(launch(['serve'], { DATA_DIR, SIMULATOR_SPEED: '50' }));
  } finally {
    process.umask(ours);
  }
}

async function recordCall(address: string, key: string): Promise<void> {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${address}/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
  const body = JSON.stringify({ staff_id: 1, project_id: 1, phone_number: '+819012345678' });
  const started = await ask('/calls/initiate', { method: 'POST', body });
  const { data } = (await started.json()) as { data: { call_id: string } };
  await until(async () => {
    const call = (await (await ask(`/calls/${data.call_id}`)).json()) as {
      data: { recording: { status: string } | null };
    };
    return call.data.recording?.status === 'ready';
  }, 60);
  assert.equal((await ask(`/calls/${data.call_id}/recording?format=mp3`)).status, 200);
}

for (const umask of [0o000, 0o022])
  test(
    `with umask ${umask.toString(8)}, another user can read no file of the data folder, including those PostgreSQL made`,
    needsRoot,
    async () => {
      const dataDir = temporaryDataFolder('above/data');
      const first = await serveWithUmask(umask, dataDir);
      const [key = ''] = /tl_test_\w+/.exec(first.output()) ?? [];
      await recordCall(first.address, key);
      const kinds = madeHere(dataDir).map((path) => /\.(wav|mp3|key)$/.exec(path)?.[1]);
      for (const kind of ['wav', 'mp3', 'key']) assert.ok(kinds.includes(kind), kind);
      assert.deepEqual(readable(allIn(dataDir), stranger), []);
      assert.deepEqual(openIn(dataDir), []);
      first.child.kill('SIGTERM');
      await first.ended;

      // The permissions that an earlier version left.
      for (const path of madeHere(dataDir).filter((path) => !lstatSync(path).isSymbolicLink()))
        chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o644);
      const recording = madeHere(dataDir).find((path) => path.endsWith('.mp3')) ?? assert.fail();
      assert.deepEqual(readable([recording], stranger), [recording]);
      const second = await serveWithUmask(umask, dataDir);
      assert.deepEqual(readable(allIn(dataDir), stranger), []);
      await until(() => openIn(dataDir).length === 0);
      await recordCall(second.address, key);
      assert.equal(modeOf(dataDir), 0o711);
    },
  );

test(
  'with Asterisk as another user, its folder is shared by a group, and stored recordings are not',
  needsRoot,
  async () => {
    const folder = temporaryDataFolder('recordings');
    const asterisk = { uid: 54_322, gid: 54_323 };
    mkdirSync(folder);
    chownSync(folder, 0, asterisk.gid);
    chmodSync(folder, 0o2770);
    const server = join(folder, 'asterisk-1');
    const ours = process.umask(0o077);
    try {
      makeSharedFolder(server);
      putSounds(server);
    } finally {
      process.umask(ours);
    }
    const sounds = allIn(join(server, 'sounds'));
    assert.ok(sounds.some((path) => path.endsWith('.wav')));
    assert.deepEqual(readable(sounds, asterisk), sounds);
    const raw = join(server, '1-live-call.raw');
    const written = spawnSync('/bin/sh', ['-c', 'umask 022; printf sound > "$1"', 'sh', raw], asterisk);
    assert.equal(written.status, 0);
    assert.deepEqual(readable(allIn(folder), stranger), []);

    const call = {
      tenantId: idOf('tenant', 1),
      callId: idOf('call', '0190a000-0000-7000-8000-000000000001'),
    };
    const files = recordingsIn(join(folder, '../kept'));
    await files.keep(call, raw, 1);
    const kept = files.fileOf(call, 'wav');
    assert.equal(readFileSync(kept, 'utf8'), 'sound');
    assert.deepEqual([statSync(kept).uid, modeOf(kept), statSync(raw).uid], [0, 0o600, asterisk.uid]);
    writeFileSync(raw, 'other');
    assert.equal(readFileSync(kept, 'utf8'), 'sound', 'it is a copy');
  },
);
