import { createSocket } from 'node:dgram';
import { once } from 'node:events';

// A UDP address that receives RTP (RFC 3550), to check the audio that a party receives.

export type AudioReceiver = {
  port: number;
  /** The audio received so far, as mu-law. */
  received(): Buffer;
  close(): Promise<void>;
};

const headerLength = 12;

export async function openAudioReceiver(address: string): Promise<AudioReceiver> {
  const socket = createSocket('udp4').bind(0, address);
  await once(socket, 'listening');
  const packets: Buffer[] = [];
  socket.on('message', (packet) => packets.push(packet.subarray(headerLength)));
  return {
    port: socket.address().port,
    received: () => Buffer.concat(packets),
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}
