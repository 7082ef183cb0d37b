import { once } from 'node:events';
import { connect } from 'node:net';
import { after } from 'node:test';
import type { TestAnswer } from './test-app.ts';

// Sends raw bytes, for requests that no HTTP client would send: broken, slow and pipelined ones.

export type RawConnection = {
  write(bytes: string | Uint8Array): void;
  /** The next answer on this connection. */
  answer(): Promise<TestAnswer>;
  /** Resolves when the server has closed its side, with the bytes after the last answer. */
  ended(): Promise<string>;
  close(): void;
};

export async function openConnection({ address }: { address: string }): Promise<RawConnection> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.setTimeout(60_000, () => socket.destroy(new Error('The server kept silent for 60 s.')));
  await once(socket, 'connect');
  after(() => socket.destroy());

  const chunks = socket.iterator({ destroyOnReturn: false });
  let received = Buffer.alloc(0);
  const hasMore = async () => {
    const { value, done } = await chunks.next();
    if (!done) received = Buffer.concat([received, value]);
    return !done;
  };
  return {
    write: (bytes) => socket.write(bytes),
    async answer() {
      for (;;) {
        const parsed = parse(received);
        if (parsed) {
          received = parsed.rest;
          return parsed.answer;
        }
        if (!(await hasMore())) throw new Error(`The connection ended before an answer did: ${received}`);
      }
    },
    async ended() {
      while (await hasMore().catch(isReset));
      return received.toString();
    },
    close: () => socket.destroy(),
  };
}

/** A reset connection has ended too. */
function isReset(error: NodeJS.ErrnoException): false {
  if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
  return false;
}

/** Sends bytes on a new connection and returns the answer. */
export async function sendRaw(app: { address: string }, bytes: string | Uint8Array): Promise<TestAnswer> {
  const connection = await openConnection(app);
  connection.write(bytes);
  const answer = await connection.answer();
  connection.close();
  return answer;
}

function parse(received: Buffer<ArrayBuffer>): { answer: TestAnswer; rest: Buffer<ArrayBuffer> } | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [statusLine = '', ...fields] = received.subarray(0, headEnd).toString('latin1').split('\r\n');
  const headers = new Headers(fields.map((field) => field.split(/: */, 2) as [string, string]));
  const bodyEnd = headEnd + 4 + Number(headers.get('content-length') ?? 0);
  if (received.length < bodyEnd) return undefined;
  const text = received.subarray(headEnd + 4, bodyEnd).toString();
  const isJson = headers.get('content-type')?.startsWith('application/json');
  const body = isJson && text ? JSON.parse(text) : undefined;
  return {
    answer: { status: Number(statusLine.split(' ')[1]), headers, text, body },
    rest: received.subarray(bodyEnd),
  };
}

/** The first part of a request, up to the empty line. */
export function requestHead(key: string, line: string, ...fields: string[]): string {
  return `${[`${line} HTTP/1.1`, 'Host: test', `Authorization: Bearer ${key}`, ...fields].join('\r\n')}\r\n\r\n`;
}
