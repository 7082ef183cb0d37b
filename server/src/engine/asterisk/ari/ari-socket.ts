import type { AriAccount } from '../../../platform/network/ari-account.ts';
import { type AriAnswer, type AriRequest, authorization } from './ari-http.ts';
import type { AriMessage } from './ari-messages.ts';

// The socket over which Asterisk tells what happens and takes requests. It connects again by itself, for as long as it takes.

export type AriSocket = {
  /** Asks for something, and waits so many milliseconds for the answer. Gives nothing where there is no connection. */
  ask(request: AriRequest, patience: number): Promise<AriAnswer> | undefined;
  /** Lets go of a connection that seems dead, and makes another one. */
  reconnect(): void;
  stop(): void;
};

export type SocketListener = {
  onMessage(message: AriMessage): void;
  /** Messages are coming. When it fails, the connection is given up and made again. */
  onOpen(): Promise<void>;
  /** Nothing is heard until the next `onOpen`. */
  onClose(): void;
};

type RestResponse = { type: 'RESTResponse'; request_id: string; status_code: number; message_body?: string };

const firstDelay = 100;
const longestDelay = 5_000;

/** Follows the events of an application. The name of one that is not followed by anybody else. */
export function followEvents(
  account: AriAccount,
  app: string,
  { onMessage, onOpen, onClose }: SocketListener,
  random: () => number = Math.random,
): AriSocket {
  const url = `${account.url.replace(/^http/, 'ws')}/events?${new URLSearchParams({ app })}`;
  let socket: WebSocket | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let isStopped = false;
  const asked = new Map<string, { resolve(answer: AriAnswer): void; reject(error: Error): void }>();
  let requests = 0;

  function connect(): void {
    const current = new WebSocket(url, { headers: authorization(account) });
    socket = current;
    current.addEventListener('open', async () => {
      try {
        await onOpen();
        failures = 0;
      } catch {
        give(current); // Whatever was wrong, the next attempt meets it again or does not.
      }
    });
    current.addEventListener('message', ({ data }) => {
      if (socket !== current) return;
      const message: AriMessage | RestResponse = JSON.parse(String(data));
      if (message.type === 'RESTResponse') answer(message);
      else onMessage(message);
    });
    current.addEventListener('close', () => give(current));
    current.addEventListener('error', () => give(current));
  }

  /** Gives a connection up, once, and waits a while for the next one: longer each time, and not all nodes at once. */
  function give(current: WebSocket): void {
    if (socket !== current) return;
    socket = undefined;
    current.close();
    // Nobody knows whether it was done.
    for (const { reject } of asked.values()) reject(new Error('The connection to Asterisk broke.'));
    onClose();
    if (isStopped) return;
    const delay = Math.min(firstDelay * 2 ** failures++, longestDelay);
    timer = setTimeout(connect, delay * (0.5 + random() / 2));
  }

  function ask({ method, path, query, body }: AriRequest, patience: number): Promise<AriAnswer> | undefined {
    if (socket?.readyState !== WebSocket.OPEN) return undefined;
    const request_id = `${++requests}`;
    const { promise, resolve, reject } = Promise.withResolvers<AriAnswer>();
    const timer = setTimeout(() => reject(new Error(`${method} ${path}: Asterisk is silent.`)), patience);
    asked.set(request_id, { resolve, reject });
    socket.send(
      JSON.stringify({
        ...{ type: 'RESTRequest', request_id, method, uri: path.slice(1) },
        query_strings: Object.entries(query).map(([name, value]) => ({ name, value: String(value) })),
        ...(body && { content_type: 'application/json', message_body: body }),
      }),
    );
    return promise.finally(() => {
      clearTimeout(timer);
      asked.delete(request_id);
    });
  }

  function answer({ request_id, status_code, message_body = '' }: RestResponse): void {
    asked.get(request_id)?.resolve({ status: status_code, text: message_body });
  }

  connect();
  return {
    ask,
    reconnect() {
      if (socket) give(socket);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      if (socket) give(socket);
    },
  };
}
