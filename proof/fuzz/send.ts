import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { type Answer, answerOf } from './answer.ts';
import type { FuzzRequest } from './requests.ts';

/** Milliseconds; the server itself waits at most 30 s for the rest of a request. */
const patience = 45_000;

/** `source` is the address that a connection comes from. */
export type Client = { send(request: FuzzRequest, source?: string): Promise<Answer>; close(): void };

export function client(address: string): Client {
  const { hostname, port } = new URL(address);
  const agent = new Agent({ keepAlive: true });
  return {
    send: ({ method, path, headers, body }, localAddress) =>
      new Promise((resolve, reject) => {
        const signal = AbortSignal.timeout(patience);
        const address = { host: hostname, port, ...(localAddress && { localAddress }) };
        const sent = request({ agent, ...address, method, path, headers, signal }, (response) => {
          const chunks: Buffer[] = [];
          const finish = () => {
            try {
              const all = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
              resolve(answerOf(response.statusCode ?? 0, Object.fromEntries(all), Buffer.concat(chunks).toString()));
            } catch (error) {
              reject(error);
            }
          };
          response.on('error', reject);
          // A stream of events never ends.
          if (response.headers['content-type']?.startsWith('text/event-stream')) {
            finish();
            response.destroy();
          }
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', finish);
        });
        sent.on('error', reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}

/** Sends bytes on a connection of their own, says that there are no more, and returns all answers. */
export function sendBytes(address: string, bytes: Uint8Array, localAddress?: string): Promise<Answer[]> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), ...(localAddress && { localAddress }) });
    const chunks: Buffer[] = [];
    // Not the idle time of the socket: a stream of events is never idle for long.
    const deadline = setTimeout(
      () => socket.destroy(new Error(`no end of the answer within ${patience} ms`)),
      patience,
    );
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (chunk.includes('text/event-stream')) socket.destroy();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close while a client still sends: that is an end, as any other.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => {
      clearTimeout(deadline);
      try {
        resolve(answersIn(Buffer.concat(chunks), bytes));
      } catch (error) {
        reject(error);
      }
    });
    socket.end(bytes);
  });
}

function answersIn(received: Buffer, request: Uint8Array): Answer[] {
  const isHead = Buffer.from(request.subarray(0, 5)).toString() === 'HEAD ';
  const answers: Answer[] = [];
  for (let rest = received; rest.length > 0; ) {
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd < 0)
      throw new Error(`bytes that are no answer: ${JSON.stringify(rest.toString('latin1').slice(0, 200))}`);
    const [line = '', ...fields] = rest.subarray(0, headEnd).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
    if (!status) throw new Error(`a line that begins no answer: ${JSON.stringify(line)}`);
    const headers = Object.fromEntries(
      fields.map((field) => {
        const colon = field.indexOf(':');
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
      }),
    );
    const isStreamed = headers['content-length'] === undefined && status >= 200;
    const length = isHead || status < 200 ? 0 : isStreamed ? rest.length : Number(headers['content-length'] ?? 0);
    const text = rest.subarray(headEnd + 4, headEnd + 4 + length).toString();
    rest = rest.subarray(headEnd + 4 + length);
    // After a request that could not be read, the server closes; it cannot know that the request was HEAD.
    if (isHead && headers.connection === 'close') rest = rest.subarray(rest.length);
    if (status >= 200) answers.push(answerOf(status, headers, isStreamed ? '' : text));
  }
  return answers;
}
