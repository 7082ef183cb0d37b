import { createSocket } from 'node:dgram';
import { once } from 'node:events';
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

export const freeUdpPort = (address: string) => givenOnce('udp', address, () => takeUdpPort(address, 0));

export const freeTcpPort = (address: string) => givenOnce('tcp', address, () => takeTcpPort(address, 0));

/** Whether a program listens there by now. */
export function isTaken(address: string, port: number, transport: 'udp' | 'tcp' = 'udp'): Promise<boolean> {
  const take = transport === 'udp' ? takeUdpPort : takeTcpPort;
  return take(address, port).then(
    () => false,
    () => true,
  );
}

async function takeUdpPort(address: string, wanted: number): Promise<number> {
  const socket = createSocket('udp4').bind(wanted, address);
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}

async function takeTcpPort(address: string, wanted: number): Promise<number> {
  const server = createServer().listen(wanted, address);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
