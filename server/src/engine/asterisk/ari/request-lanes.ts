import type { AriAccount } from '../../../platform/network/ari-account.ts';
import { type Ari, type AskOverSocket, ariClient } from './ari-http.ts';
import { type AriSocket, followEvents } from './ari-socket.ts';

// Asterisk carries out the requests of a connection one after the other, and some of them wait for other threads of Asterisk. So
// the requests of different calls go over several connections, without waiting for each other.

const laneCount = 4;

export type RequestLanes = {
  /** The lane for the next call. While it has no connection, its requests go another way. */
  next(): Ari;
  /** Replaces the connections that do not answer. */
  check(): Promise<void>;
  stop(): void;
};

export function openRequestLanes(account: AriAccount, app: string, anotherWay: AskOverSocket): RequestLanes {
  const lanes = Array.from({ length: laneCount }, (_, i) => openLane(account, `requests-${i}-${app}`, anotherWay));
  let last = 0;
  return {
    next: () => (lanes[last++ % laneCount] as Lane).ari,
    check: async () => void (await Promise.all(lanes.map(checkLane))),
    stop() {
      for (const { socket } of lanes) socket.stop();
    },
  };
}

type Lane = { socket: AriSocket; ari: Ari };

/** An application to which Asterisk sends nothing. Its name must not begin with `trunkline-`: those are offered callers. */
function openLane(account: AriAccount, app: string, anotherWay: AskOverSocket): Lane {
  const socket = followEvents(account, app, { onMessage() {}, async onOpen() {}, onClose() {} });
  const ari = ariClient(account, (request, patience) => socket.ask(request, patience) ?? anotherWay(request, patience));
  return { socket, ari };
}

async function checkLane({ socket, ari }: Lane): Promise<void> {
  await ari.get('/asterisk/ping').catch(() => socket.reconnect());
}
