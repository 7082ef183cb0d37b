import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { atEnd } from '../at-end.ts';

// A service with the OpenAI protocol and a configurable behavior. It keeps every request.

type Asked = { path: string; headers: IncomingHttpHeaders; body: Buffer };
type ModelAnswer = (response: ServerResponse, asked: Asked) => unknown;

export type StandIn = {
  /** The URL for the client's configuration. */
  url: string;
  asked: Asked[];
  /** The behavior for the next requests, one after the other; the last one stays. */
  answerWith(...answers: ModelAnswer[]): void;
};

const json = (value: unknown): ModelAnswer => {
  return (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
};

export const modelAnswers = {
  text: (text: string) => json({ text }),
  completion: (content: string, more: object = {}) =>
    json({ choices: [{ message: { role: 'assistant', content, ...more }, finish_reason: 'stop' }] }),
  json,
  status: (status: number, headers: Record<string, string> = {}): ModelAnswer => {
    return (response) => response.writeHead(status, headers).end('{"error":{"message":"a secret of the service"}}');
  },
  raw: (content: string): ModelAnswer => {
    return (response) => response.writeHead(200).end(content);
  },
  hang: (() => {}) satisfies ModelAnswer,
  breakOff: ((response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('{"text": "half', () => response.socket?.destroy());
  }) satisfies ModelAnswer,
  endless: ((response) => {
    response.writeHead(200);
    response.on('error', () => {}); // The client does not read the rest.
    const pour = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 'x')));
    };
    response.on('drain', pour);
    pour();
  }) satisfies ModelAnswer,
};

export async function startStandIn(): Promise<StandIn> {
  const asked: Asked[] = [];
  let queue: ModelAnswer[] = [];
  const server = createServer(async (request, response) => {
    const received = { path: request.url ?? '', headers: request.headers, body: await buffer(request) };
    asked.push(received);
    const answer = queue.length > 1 ? queue.shift() : queue[0];
    answer?.(response, received);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    answerWith(...answers) {
      queue = answers;
      asked.length = 0;
    },
  };
}
