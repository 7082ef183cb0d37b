import type { ServerEvent } from './server-events.ts';

/** The result of forwarding an event to the local program. */
export type Forwarded =
  | { kind: 'answered'; status: number; durationMs: number }
  | { kind: 'unanswered'; reason: string; durationMs: number };

type Sent = { timestamp: string; type: string; data: Record<string, unknown> };

/** One event for a person: time, type, its call or customer, its id, and the answer of the local program. */
export function eventLine({ id, data }: ServerEvent, forwarded: Forwarded | undefined): string {
  const { timestamp, type, data: fact } = JSON.parse(data) as Sent;
  const cells = [
    timeOf(timestamp),
    type.padEnd(16),
    ...('call_id' in fact ? callCells(fact) : [`customer ${fact.customer_id ?? '-'}`]),
    id,
    ...(forwarded ? [words(forwarded)] : []),
  ];
  // An event may contain any characters, and control characters can rewrite a screen.
  return `${cells.join('  ').replace(/\p{Cc}/gu, '\ufffd')}\n`;
}

/** The server has masked the number. */
const callCells = ({ status, phone_number, staff_id, call_id }: Sent['data']) => [
  `${status}`.padEnd(10),
  `${phone_number ?? 'withheld'}`.padEnd(12),
  `staff ${staff_id ?? '-'}`.padEnd(8),
  `${call_id}`,
];

/** The same for a program. The event stays as the server sent it. */
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

/** In the time zone of this machine. */
function timeOf(timestamp: string): string {
  return new Date(timestamp).toLocaleTimeString('sv-SE');
}
