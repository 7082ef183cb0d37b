import type { AriAccount } from '../../../platform/network/ari-account.ts';
import { type AriAnswer, type AriRequest, authorization } from './ari-http.ts';
import type { AriMessage } from './ari-messages.ts';

// The socket over which Asterisk sends events and accepts requests. It reconnects by itself until it is stopped.

export type AriSocket = {
  /** Sends a request and waits this many milliseconds for the answer. Returns undefined while there is no connection. */
  ask(request: AriRequest, patience: number): Promise<AriAnswer> | undefined;
  /** Closes a connection that seems dead and opens another. */
  reconnect(): void;
  stop(): void;
};

export type SocketListener = {
  onMessage(message: AriMessage): void;
  /** Messages arrive from now on. If this fails, the socket closes the connection and reconnects. */
  onOpen(): Promise<void>;
  /** No messages arrive until the next `onOpen`. */
  onClose(): void;
};

type RestResponse = { type: 'RESTResponse'; request_id: string; status_code: number; message_body?: string };

const firstDelay = 100;
const longestDelay = 5_000;
/** A connection that Asterisk has not accepted within this time (ms) is given up; Node's `WebSocket` waits for five minutes. */
const openWithin = 5_000;

/** Follows the events of an application. No other connection may use the same application name. */
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
    setTimeout(() => {
      if (current.readyState === WebSocket.CONNECTING) give(current);
    }, openWithin).unref();
    current.addEventListener('open', async () => {
      try {
        await onOpen();
        failures = 0;
      } catch {
        give(current); // The next attempt runs into the same fault, or succeeds.
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

  /** Closes a connection, once, and reconnects after a delay that grows with each failure and differs between nodes. */
  function give(current: WebSocket): void {
    if (socket !== current) return;
    socket = undefined;
    current.close();
    // It is unknown whether Asterisk carried out these requests.
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
