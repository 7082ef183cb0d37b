import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { atEnd } from '../at-end.ts';

// A real HTTPS endpoint with a configurable behavior. It keeps every request, byte for byte.

type Received = { at: number; path: string; headers: Record<string, string>; body: string };

/** How it handles a request that it has read. */
export type AnswerRequest = (response: ServerResponse, request: IncomingMessage) => void;

export type Receiver = {
  /** `https://hook.test:<port>/`; the certificate is valid for this name. */
  url: string;
  port: number;
  ca: string;
  received: Received[];
  /** The number of connections made to it. */
  connections: () => number;
  answerWith(answer: AnswerRequest): void;
};

const simple = {
  ok: (response) => response.end('ok'),
  gone: (response) => response.writeHead(410).end(),
  hang: () => {},
  /** Headers at once, then a byte every 20 ms forever. */
  drip: (response) => {
    response.writeHead(200);
    const dripping = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(dripping));
  },
  slowHeaders: (response) => {
    const socket = response.socket as Socket;
    socket.write('HTTP/1.1 200 OK\r\n');
    const dripping = setInterval(() => socket.write('x'), 20);
    socket.on('close', () => clearInterval(dripping));
  },
  endlessHeaders: (response) => {
    const socket = response.socket as Socket;
    socket.write('HTTP/1.1 200 OK\r\n');
    const line = `x-more: ${'x'.repeat(1_000)}\r\n`;
    const pour = () => {
      while (!socket.destroyed && socket.write(line));
    };
    socket.on('drain', pour);
    pour();
  },
  gigabyte: (response) => {
    response.writeHead(200, { 'content-length': 1024 ** 3 });
    const piece = Buffer.alloc(64 * 1024, 'x');
    const pour = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', pour);
    response.on('error', () => {}); // The client does not read the rest.
    pour();
  },
  halfClose: (response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('the first half', () => (response.socket as Socket).destroy());
  },
  close: (response) => (response.socket as Socket).destroy(),
  garbage: (response) => (response.socket as Socket).end('\0\x01 this is no HTTP \r\n\r\n'),
} satisfies Record<string, AnswerRequest>;

export const receiverAnswers = {
  ...simple,
  status: (status: number, headers: Record<string, string> = {}): AnswerRequest => {
    return (response) => response.writeHead(status, headers).end(`status ${status}`);
  },
  redirectTo: (location: string): AnswerRequest => {
    return (response) => response.writeHead(302, { location }).end();
  },
};

export async function startReceiver(
  options: { host?: string; answer?: AnswerRequest; protocol?: 'https' | 'http' } = {},
): Promise<Receiver> {
  const { host = '127.0.0.1', protocol = 'https' } = options;
  let answer = options.answer ?? receiverAnswers.ok;
  const received: Received[] = [];
  const { key, cert } = certificate();
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const at = performance.now();
    const headers = request.headers as Record<string, string>;
    received.push({ at, path: request.url ?? '', headers, body: await text(request) });
    answer(response, request);
  };
  const server = protocol === 'https' ? createServer({ key, cert }, handle) : createPlainServer(handle);
  let connections = 0;
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => {}); // The client may leave at any moment.
    socket.on('close', () => open.delete(socket));
  });
  server.listen(0, host);
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  const name = protocol === 'https' ? 'hook.test' : host;
  return {
    url: `${protocol}://${name}:${port}/`,
    port,
    ca: cert,
    received,
    connections: () => connections,
    answerWith: (next) => {
      answer = next;
    },
  };
}

let made: { key: string; cert: string } | undefined;

/**
 * Made by openssl when it is first needed: one in the repository would expire some day, and every key scanner would find it.
 */
function certificate(): { key: string; cert: string } {
  made ??= makeCertificate();
  return made;
}

function makeCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-certificate-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = 'subjectAltName=DNS:hook.test,DNS:*.hook.test,DNS:localhost,IP:127.0.0.1,IP:::1';
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', '/CN=hook.test', '-addext', names, '-days', '30'];
  const files = ['-keyout', keyFile, '-out', certFile];
  execFileSync('openssl', ['req', '-x509', ...curve, ...subject, ...files], { stdio: 'ignore' });
  const pair = { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') };
  rmSync(folder, { recursive: true });
  return pair;
}
