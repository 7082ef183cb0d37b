import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

// Ports that were free a moment ago. Each lab has its own addresses, so no other lab takes them in between; a process that binds
// all addresses of the machine can.

export async function freeUdpPort(address: string, wanted = 0): Promise<number> {
  const socket = createSocket('udp4').bind(wanted, address);
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}

/** Whether a program listens there by now. */
export function isTaken(address: string, port: number, transport: 'udp' | 'tcp' = 'udp'): Promise<boolean> {
  const take = transport === 'udp' ? freeUdpPort : freeTcpPort;
  return take(address, port).then(
    () => false,
    () => true,
  );
}

export async function freeTcpPort(address: string, wanted = 0): Promise<number> {
  const server = createServer().listen(wanted, address);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
