import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { until } from '../../../../test/until.ts';
import { followEvents } from './ari-socket.ts';

test('a server that accepts a connection and never answers it is asked again', async (t) => {
  // As when a server hangs, and is then switched off: nothing ever closes the connection.
  const connections: Socket[] = [];
  const server = createServer((connection) => connections.push(connection.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  let closed = 0;
  const socket = followEvents(
    { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ari`, user: 'trunkline', password: 'secret' },
    'trunkline-test',
    {
      onMessage: () => assert.fail('it says nothing'),
      onOpen: () => assert.fail('it does not open'),
      onClose: () => void closed++,
    },
  );
  t.after(() => {
    socket.stop();
    for (const connection of connections) connection.destroy();
  });
  await until(() => connections.length === 2, 20);
  assert.equal(closed, 1);
});
