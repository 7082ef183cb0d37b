import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { test } from 'node:test';
import { carrierAddresses } from './carrier-addresses.ts';

test('a carrier calls from the addresses of its host, and of the servers that its SRV records name', async (t) => {
  const nameServer = await startNameServer({
    '_sip._udp.carrier.invalid': '127.0.0.8',
    '_sip._tcp.localhost': '127.0.0.9',
  });
  t.after(() => nameServer.close());
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${nameServer.address().port}`]);
  assert.deepEqual(await carrierAddresses('carrier.invalid', resolver), ['127.0.0.8'], 'a host without an address');
  const found = await carrierAddresses('localhost', resolver);
  assert.ok(found.includes('127.0.0.1') && found.includes('127.0.0.9'), found.join());
  assert.deepEqual(await carrierAddresses('nobody.invalid', resolver), []);
  assert.deepEqual(await carrierAddresses('203.0.113.5'), ['203.0.113.5']);
});

/** Answers questions for SRV records (RFC 1035, RFC 2782); other names do not exist. */
async function startNameServer(targets: Record<string, string>) {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const question = query.subarray(12, at + 5);
    const target = targets[labels.join('.').toLowerCase()];
    const header = Buffer.from([0, 0, 0x84, target ? 0 : 3, 0, 1, 0, target ? 1 : 0, 0, 0, 0, 0]);
    query.copy(header, 0, 0, 2);
    const parts = [header, question];
    if (target) {
      const name = target.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)]));
      const data = Buffer.concat([Buffer.from([0, 1, 0, 1, 5060 >> 8, 5060 & 255]), ...name, Buffer.of(0)]);
      // The name is that of the question, the type SRV, the class IN, the time to live 60 s.
      parts.push(Buffer.from([0xc0, 12, 0, 33, 0, 1, 0, 0, 0, 60, 0, data.length]), data);
    }
    socket.send(Buffer.concat(parts), port, address);
  });
  return socket;
}
