import { createSocket } from 'node:dgram';
import { once } from 'node:events';

// A UDP address that receives RTP (RFC 3550), to check the audio that a party receives.

export type Ear = {
  port: number;
  /** The audio received so far, as mu-law. */
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
