import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { until } from '../until.ts';

// A UDP socket that sends any text as a SIP request or an answer, also what no phone would send.

type Place = { address: string; port: number };
type SipRequest = { method: string; uri: string; toTag?: string; headers?: string[] };

export async function startSipPeer(host: string, proxy: Place) {
  const socket = createSocket('udp4').bind(0, host);
  await once(socket, 'listening');
  const { port } = socket.address();
  const received: string[] = [];
  socket.on('message', (message) => received.push(message.toString()));

  const callIdOf = (text: string) => /^Call-ID: (.*)\r$/m.exec(text)?.[1];
  const finalAnswers = () => received.filter((text) => /^SIP\/2\.0 [2-6]/.test(text));

  /** Returns the Call-ID. */
  function send({ method, uri, toTag, headers = [] }: SipRequest, to = proxy, callId: string = randomUUID()): string {
    const lines = [
      `${method} ${uri} SIP/2.0`,
      `Via: SIP/2.0/UDP ${host}:${port};branch=z9hG4bK${callId};rport`,
      `From: <sip:+819012345678@${host}>;tag=peer`,
      `To: <sip:+81312345678@${proxy.address}>${toTag ? `;tag=${toTag}` : ''}`,
      `Call-ID: ${callId}`,
      `CSeq: 1 ${method}`,
      `Contact: <sip:x@${host}:${port}>`,
      'Max-Forwards: 70',
      ...headers,
      'Content-Length: 0',
    ];
    socket.send(`${lines.join('\r\n')}\r\n\r\n`, to.port, to.address);
    return callId;
  }

  return {
    ...{ host, port, send },
    /** The requests that it received. */
    requests: () => received.filter((text) => !text.startsWith('SIP/2.0 ')),
    /** How many of its requests have a final answer. */
    answered: () => new Set(finalAnswers().map(callIdOf)).size,
    /** Returns the status of the final answer. */
    async ask(request: SipRequest, to = proxy): Promise<number> {
      const callId = send(request, to);
      const answer = await until(() => finalAnswers().find((text) => callIdOf(text) === callId));
      const toTag = /^To: .*?;tag=([^;\r]+)/m.exec(answer)?.[1];
      if (request.method === 'INVITE') send({ ...request, method: 'ACK', ...(toTag && { toTag }) }, to, callId);
      return Number(answer.slice(8, 11));
    },
    /** Answers a request of the proxy. */
    answer(request: string, status: string, headers: string[]): void {
      const copied = request.match(/^(Via|From|To|Call-ID|CSeq): .*$/gm) ?? [];
      const lines = [`SIP/2.0 ${status}`, ...copied.map((line) => line.trimEnd()), ...headers, 'Content-Length: 0'];
      socket.send(`${lines.join('\r\n')}\r\n\r\n`, proxy.port, proxy.address);
    },
    async stop(): Promise<void> {
      socket.close();
      await once(socket, 'close');
    },
  };
}
