import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { atEnd } from '../../test/at-end.ts';
import { launchLimited, serving, temporaryDataFolder } from '../../test/program.ts';
import { secretsKey } from '../../test/secrets.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';

const limit = 150;

test('running out of file descriptors is logged once a minute, and the server continues when there are some again', async () => {
  const server = await serving(
    launchLimited(limit, ['serve'], {
      DATABASE_URL: await createTestDatabase(),
      DATA_DIR: temporaryDataFolder(),
      SECRETS_KEY: secretsKey,
      LOG_LEVEL: 'info',
    }),
  );
  const { hostname, port } = new URL(server.address);
  const sockets: Socket[] = [];
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  atEnd(closeAll);
  const linesIn = () =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes('process.out_of_file_descriptors'));
  await until(() => {
    // Excess connections are reset.
    for (let i = 0; i < limit; i++) sockets.push(connect(Number(port), hostname).on('error', () => {}));
    return linesIn().length > 0;
  });
  const loggedAt = performance.now();
  await until(() => performance.now() > loggedAt + 3_000); // The watch checks every second.
  assert.equal(linesIn().length, 1, 'not told again within the minute');
  const line = JSON.parse(linesIn()[0] ?? '');
  assert.deepEqual([line.event, line.code], ['process.out_of_file_descriptors', 'EMFILE']);
  closeAll();
  const isReady = async () => (await fetch(`${server.address}/health/ready`)).ok;
  await until(() => isReady().catch(() => false));
});
