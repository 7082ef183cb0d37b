import { createSocket } from 'node:dgram';
import { once } from 'node:events';

// An address that RTP is sent to (RFC 3550), to hear what a party hears.

export type Ear = {
  port: number;
  /** What has arrived so far, as mu-law. */
  heard(): Buffer;
  close(): Promise<void>;
};

const headerLength = 12;

export async function openEar(address: string): Promise<Ear> {
  const socket = createSocket('udp4').bind(0, address);
  await once(socket, 'listening');
  const packets: Buffer[] = [];
  socket.on('message', (packet) => packets.push(packet.subarray(headerLength)));
  return {
    port: socket.address().port,
    heard: () => Buffer.concat(packets),
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}
