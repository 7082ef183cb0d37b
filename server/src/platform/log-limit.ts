import type { LogEvent } from './log-events.ts';

// A flood of requests, of failing deliveries or of errors must neither fill the disk with lines nor hide all other lines.

/** Lines that a process writes in a second of one event: about each tenant, or without a tenant about each route. */
export const mostLines = 20;

const windowMs = 1_000;

type Fields = { [name: string]: unknown };

/** Reports after each second how many lines of an event were left out. */
export function lineLimit(report: (event: LogEvent, lines: number) => void) {
  const written = new Map<string, number>();
  const omitted = new Map<LogEvent, number>();

  function endWindow(): void {
    written.clear();
    for (const [event, lines] of omitted) report(event, lines);
    omitted.clear();
  }

  return {
    admits(event: LogEvent, fields: Fields = {}): boolean {
      // Each lost recording is named.
      if (event === 'recording.lost' || (event === 'request.completed' && isOrdinary(fields))) return true;
      if (written.size === 0) setTimeout(endWindow, windowMs).unref();
      // Paths that do not exist have one route, so a flood of them hides no refused log-in.
      const key = `${event} ${fields.tenant_id ?? fields.route ?? ''}`;
      const count = (written.get(key) ?? 0) + 1;
      written.set(key, count);
      if (count <= mostLines) return true;
      omitted.set(event, (omitted.get(event) ?? 0) + 1);
      return false;
    },
  };
}

/** A request of a known caller that succeeded. The rate limit of the caller bounds these lines. */
const isOrdinary = ({ tenant_id, status }: Fields) => tenant_id !== undefined && Number(status) < 400;
