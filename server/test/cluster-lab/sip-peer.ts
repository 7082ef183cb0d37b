import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { until } from '../until.ts';

// A UDP socket that sends any text as a SIP request, also what no phone would send.

type Place = { address: string; port: number };
type SipRequest = { method: string; uri: string; toTag?: string; headers?: string[] };

export async function startSipPeer(host: string, proxy: Place) {
  const socket = createSocket('udp4').bind(0, host);
  await once(socket, 'listening');
  const { port } = socket.address();
  const received: string[] = [];
  socket.on('message', (message) => received.push(message.toString()));

  return {
    ...{ host, port },
    /** The requests that it received. */
    requests: () => received.filter((text) => !text.startsWith('SIP/2.0 ')),
    /** Returns the status of the final answer. */
    async ask({ method, uri, toTag, headers = [] }: SipRequest, to = proxy): Promise<number> {
      const callId = randomUUID();
      const send = (method: string, tag: string) => {
        const lines = [
          `${method} ${uri} SIP/2.0`,
          `Via: SIP/2.0/UDP ${host}:${port};branch=z9hG4bK${callId};rport`,
          `From: <sip:+819012345678@${host}>;tag=peer`,
          `To: <sip:+81312345678@${proxy.address}>${tag}`,
          `Call-ID: ${callId}`,
          `CSeq: 1 ${method}`,
          `Contact: <sip:x@${host}:${port}>`,
          'Max-Forwards: 70',
          ...headers,
          'Content-Length: 0',
        ];
        socket.send(`${lines.join('\r\n')}\r\n\r\n`, to.port, to.address);
      };
      send(method, toTag ? `;tag=${toTag}` : '');
      const answer = await until(() => received.find((text) => /^SIP\/2\.0 [2-6]/.test(text) && text.includes(callId)));
      if (method === 'INVITE') send('ACK', /^To: .*?(;tag=[^;\r]+)/m.exec(answer)?.[1] ?? '');
      return Number(answer.slice(8, 11));
    },
    async stop(): Promise<void> {
      socket.close();
      await once(socket, 'close');
    },
  };
}
