import type { ServerEvent } from './server-events.ts';

/** What came of handing an event to the local program. */
export type Forwarded =
  | { kind: 'answered'; status: number; durationMs: number }
  | { kind: 'unanswered'; reason: string; durationMs: number };

type Sent = { timestamp: string; type: string; data: Record<string, unknown> };

/** One event for a person: when, what, of which call or customer, its own id, and what the local program answered. */
export function eventLine({ id, data }: ServerEvent, forwarded: Forwarded | undefined): string {
  const { timestamp, type, data: fact } = JSON.parse(data) as Sent;
  const cells = [
    timeOf(timestamp),
    type.padEnd(16),
    ...('call_id' in fact ? callCells(fact) : [`customer ${fact.customer_id ?? '-'}`]),
    id,
    ...(forwarded ? [words(forwarded)] : []),
  ];
  // What a server sends may hold anything, and control characters can rewrite a screen.
  return `${cells.join('  ').replace(/\p{Cc}/gu, '\ufffd')}\n`;
}

/** The server has masked the number. */
const callCells = ({ status, phone_number, staff_id, call_id }: Sent['data']) => [
  `${status}`.padEnd(10),
  `${phone_number ?? 'withheld'}`.padEnd(12),
  `staff ${staff_id ?? '-'}`.padEnd(8),
  `${call_id}`,
];

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
