import { useSyncExternalStore } from 'react';

// Whether the server answers. Every request reports here; while nothing is asked, and while nothing is answered, the server is
// asked for a sign of life. `navigator.onLine` alone says nothing about a server that is down, or one on this machine.

type Connection = {
  isLost: boolean;
  /** Counts how often it came back: what was closed by the loss is opened again. */
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
  // A tab that is not looked at need not know.
  timer = window.setTimeout(() => (document.hidden && !connection.isLost ? askIn(ms) : void askNow()), ms);
}

/** The server has answered, whatever it said. */
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
    else noteLoss(); // A proxy answers for a server that is away.
  } catch {
    noteLoss();
  }
}

/** Whether the server answers now, or did so that many milliseconds ago. A page that is still being loaded comes from it. */
export async function isAnswering(ago = 0): Promise<boolean> {
  if (document.readyState !== 'complete') return true;
  if (connection.isLost || performance.now() - answeredAt >= ago) await askNow();
  return !connection.isLost;
}

/** From the start of the console to its end. */
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
