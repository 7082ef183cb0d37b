import { useSyncExternalStore } from 'react';

// Whether the server answers. Every request reports here; after a quiet while, and while the connection is lost, the console
// asks the server for a sign of life. `navigator.onLine` alone says nothing about a server that is down, or one on this
// machine.

type Connection = {
  isLost: boolean;
  /** How often the connection came back; a change reopens what the loss has closed. */
  returns: number;
};

const quietMs = 20_000;
const retryMs = 3_000;
const patienceMs = 5_000;

let connection: Connection = { isLost: false, returns: 0 };
let timer: number | undefined;
let answeredAt = 0;
const listeners = new Set<() => void>();

function change(next: Connection): void {
  connection = next;
  for (const listener of listeners) listener();
}

function askIn(ms: number): void {
  window.clearTimeout(timer);
  // A hidden tab does not need to know.
  timer = window.setTimeout(() => (document.hidden && !connection.isLost ? askIn(ms) : void askNow()), ms);
}

/** The server has answered, with whatever status. */
export function noteAnswer(): void {
  answeredAt = performance.now();
  askIn(quietMs);
  if (connection.isLost) change({ isLost: false, returns: connection.returns + 1 });
}

/** A request did not reach the server, or its answer did not reach this page. */
export function noteLoss(): void {
  askIn(retryMs);
  if (!connection.isLost) change({ ...connection, isLost: true });
}

/** Asks for a sign of life at once. */
export async function askNow(): Promise<void> {
  window.clearTimeout(timer);
  try {
    const answer = await fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) });
    if (answer.ok) noteAnswer();
    else noteLoss(); // A proxy answers in place of the server.
  } catch {
    noteLoss();
  }
}

/** Whether the server answers now, or answered within that many milliseconds. A page that is still loading comes from it. */
export async function isAnswering(ago = 0): Promise<boolean> {
  if (document.readyState !== 'complete') return true;
  if (connection.isLost || performance.now() - answeredAt >= ago) await askNow();
  return !connection.isLost;
}

/** Runs for as long as the console is open. */
export function watchConnection(): void {
  window.addEventListener('offline', noteLoss);
  window.addEventListener('online', () => void askNow());
  askIn(quietMs);
}

export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const connectionNow = (): Connection => connection;

export const useConnection = (): Connection => useSyncExternalStore(onConnectionChange, connectionNow);
