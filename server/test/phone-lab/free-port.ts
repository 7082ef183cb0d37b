import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';

// Ports that were free a moment ago. Each lab has its own addresses, so no other lab takes them in between; a process that binds
// all addresses of the machine can.

/** The kernel may choose a port that this file has given away before, and that its program does not use yet. */
const givenAway = new Set<string>();

async function givenOnce(transport: 'udp' | 'tcp', address: string, find: () => Promise<number>): Promise<number> {
  for (;;) {
    const port = await find();
    const name = `${transport} ${address} ${port}`;
    if (!givenAway.has(name)) {
      givenAway.add(name);
      return port;
    }
  }
}

export const freeUdpPort = (address: string) => givenOnce('udp', address, () => takeUdpPort(address));

export const freeTcpPort = (address: string) => givenOnce('tcp', address, () => takeTcpPort(address));

/** Whether a program has bound it by now. A socket of this process would be in the way of that program, so Linux is asked. */
export function isTaken(address: string, port: number, transport: 'udp' | 'tcp' = 'udp'): boolean {
  const hex = (bytes: number[]) => Buffer.from(bytes).toString('hex').toUpperCase();
  const local = `${hex(address.split('.').map(Number).reverse())}:${hex([port >> 8, port & 255])}`;
  return readFileSync(`/proc/net/${transport}`, 'utf8').includes(`: ${local} `);
}

async function takeUdpPort(address: string): Promise<number> {
  const socket = createSocket('udp4').bind(0, address);
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}

async function takeTcpPort(address: string): Promise<number> {
  const server = createServer().listen(0, address);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
