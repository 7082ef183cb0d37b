import type { ServerEvent } from './server-events.ts';

/** What came of handing an event to the local program. */
export type Forwarded =
  | { kind: 'answered'; status: number; durationMs: number }
  | { kind: 'unanswered'; reason: string; durationMs: number };

/** One event for a person: when, what, which, how the call is, and what the local program answered. */
export function eventLine({ id, data }: ServerEvent, forwarded: Forwarded | undefined): string {
  const { timestamp, type, data: fact } = JSON.parse(data) as { timestamp: string; type: string; data: object };
  const status = 'status' in fact ? `${fact.status}` : '-';
  const cells = [
    timeOf(timestamp),
    type.padEnd(16),
    id,
    ...(forwarded ? [status.padEnd(11), words(forwarded)] : [status]),
  ];
  // What a server sends may hold anything, and control characters can rewrite a screen.
  return `${cells.join('  ').replace(/\p{Cc}/gu, '\ufffd')}\n`;
}

/** The same for a program. The event stays as it was sent. */
export function eventJson({ data }: ServerEvent, forwarded: Forwarded | undefined): string {
  const outcome = forwarded && {
    status: forwarded.kind === 'answered' ? forwarded.status : null,
    duration_ms: forwarded.durationMs,
    error: forwarded.kind === 'answered' ? null : forwarded.reason,
  };
  return `{"event":${data},"forwarded":${JSON.stringify(outcome ?? null)}}\n`;
}

function words(forwarded: Forwarded): string {
  if (forwarded.kind === 'unanswered') return `no answer: ${forwarded.reason}`;
  return `${forwarded.status} in ${forwarded.durationMs} ms`;
}

/** On the clock of the person who looks. */
function timeOf(timestamp: string): string {
  return new Date(timestamp).toLocaleTimeString('sv-SE');
}
