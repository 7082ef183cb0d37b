import type { AriAccount } from '../../platform/ari-account.ts';
import { authorization } from './ari-http.ts';
import type { AriMessage } from './ari-messages.ts';

// The socket over which Asterisk tells what happens. It connects again by itself, for as long as it takes.

export type AriSocket = {
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
      if (socket === current) onMessage(JSON.parse(String(data)));
    });
    current.addEventListener('close', () => give(current));
    current.addEventListener('error', () => give(current));
  }

  /** Gives a connection up, once, and waits a while for the next one: longer each time, and not all nodes at once. */
  function give(current: WebSocket): void {
    if (socket !== current) return;
    socket = undefined;
    current.close();
    onClose();
    if (isStopped) return;
    const delay = Math.min(firstDelay * 2 ** failures++, longestDelay);
    timer = setTimeout(connect, delay * (0.5 + random() / 2));
  }

  connect();
  return {
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
