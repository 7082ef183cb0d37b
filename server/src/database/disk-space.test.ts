import assert from 'node:assert/strict';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../test/at-end.ts';
import { buildTenant } from '../../test/builders.ts';
import { mountSmallDisk } from '../../test/small-disk.ts';
import { assertProblem, startNode } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';

function fill(path: string): void {
  const descriptor = openSync(path, 'w');
  try {
    for (const size of [1_048_576, 4_096]) {
      const block = Buffer.alloc(size, 'x');
      while (hasWritten(descriptor, block));
    }
  } finally {
    closeSync(descriptor);
  }
}

function hasWritten(descriptor: number, block: Buffer): boolean {
  try {
    return writeSync(descriptor, block) === block.length;
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
    return false;
  }
}

const disk = mountSmallDisk('200m');

test('while the disk of the database is full, readiness says read_only, and then all works again by itself', {
  skip: disk === undefined && 'no disk can be mounted here',
}, async () => {
  assert.ok(disk);
  const postgres = await startEmbedded(join(disk, 'data'), { log: () => {}, settings: { min_wal_size: '32MB' } });
  atEnd(() => postgres.stop());
  await migrate(postgres.url);
  const app = await startNode(postgres.url);
  const { api, projectId } = await buildTenant(app);
  const customers = Array.from({ length: 100 }, (_, i) => ({
    project_id: projectId,
    name: `${i}`,
    notes: 'n'.repeat(900),
  }));
  const ready = async () => {
    const answer = await fetch(`${app.address}/health/ready`);
    return { status: answer.status, body: (await answer.json()) as { status: string } };
  };
  assert.deepEqual(await ready(), { status: 200, body: { status: 'ok', checks: { database: 'ok' } } });

  const filler = join(disk, 'filler');
  fill(filler);
  await until(async () => (await ready()).body.status === 'read_only');
  assert.equal((await ready()).status, 200);
  // Changes that fit into existing pages still succeed.
  const refused = await until(async () => {
    const answer = await api.post('/customers/bulk', { customers });
    return answer.status !== 201 && answer;
  });
  assertProblem(refused, 503, 'unavailable');
  assert.match(refused.body.error.message, /^The service is temporarily read-only/);
  assert.equal((await api.get('/customers')).status, 200);

  rmSync(filler);
  await until(async () => (await ready()).body.status === 'ok');
  assert.equal((await api.post('/customers/bulk', { customers })).status, 201);
});
