import { ApiProblem } from '../../api/problem.ts';
import type { Mode } from '../../paths.ts';
import { type Blocked, blockNumber } from '../block-number.ts';
import type { Fault, Line } from './read-lines.ts';

const atOnce = 4;
const attempts = 3;

export type Result = { outcome: Blocked['outcome'] } | { outcome: 'refused'; fault: Fault };

type Sending = { mode: Mode; importId: string; signal: AbortSignal; onResult: (line: Line, result: Result) => void };

/**
 * Sends the lines, a few at the same time. Stops early when the signal aborts; requests under way are still awaited, so that
 * each line with an effect has its result. Throws the first error that is not about a line, such as a lost connection.
 */
export async function sendLines(lines: Line[], { mode, importId, signal, onResult }: Sending): Promise<void> {
  const failed = new AbortController();
  const stopping = AbortSignal.any([signal, failed.signal]);
  const next = lines.values();
  const send = async (line: Line) => {
    const result = await sendLine(line, { mode, importId, stopping });
    if (result) onResult(line, result);
    return result;
  };
  // The audit log counts an import in the entry of its first line, so that one goes ahead of the others.
  for (const line of next) if (stopping.aborted || (await send(line))?.outcome !== 'refused') break;
  const work = async () => {
    for (const line of next) {
      if (stopping.aborted) return;
      await send(line);
    }
  };
  const working = Array.from({ length: atOnce }, () =>
    work().catch((error) => {
      failed.abort();
      throw error;
    }),
  );
  const refused = (await Promise.allSettled(working)).find(({ status }) => status === 'rejected');
  if (refused?.status === 'rejected') throw refused.reason;
}

type Import = Pick<Sending, 'mode' | 'importId'> & { stopping: AbortSignal };

/** Undefined if the import was stopped before the server took the line. */
async function sendLine({ number, reason }: Line, { mode, importId, stopping }: Import): Promise<Result | undefined> {
  for (let lost = 0; !stopping.aborted; ) {
    try {
      return await blockNumber({ number, reason }, mode, importId);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      const { status, code, details, retryAfter = 1 } = error;
      if (status === 422) return { outcome: 'refused', fault: details[0] ?? { field: '', code } };
      if (status === 429) await pause(retryAfter * 1_000, stopping);
      else if ((status !== 0 && status !== 503) || ++lost === attempts) throw error;
    }
  }
  return undefined;
}

/** Waits, at most until the import is stopped. */
const pause = (milliseconds: number, stopping: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (stopping.aborted) return resolve();
    const timer = setTimeout(resolve, milliseconds);
    stopping.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
