import { inSpan, type PastSpan, type Span, type Tracing } from '../platform/tracing/tracing.ts';

/** Runs a statement or a transaction in a span with its name, if it is part of work that is traced. It contains no values. */
export function traced<T>(tracing: Tracing | undefined, name: string, work: () => Promise<T>): Promise<T> {
  if (!tracing?.active()?.tracedAs) return work();
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
  return inSpan(tracing, name, { kind: 'client', attributes }, work);
}

/** The trace of one transaction, for the rows that it queues. */
export type TransactionTrace = {
  /** The context of the work that the transaction belongs to; null if there is none. */
  readonly traceparent: string | null;
  /** Begins a trace whose first span ends with the transaction, and returns its context. */
  begin(name: string): string;
  /** Exports the span of something that this transaction completes. */
  record(past: PastSpan): void;
};

/** Its spans are exported after the commit: a transaction that is rolled back, or tried again, has exported nothing. */
export function traceTransaction(
  tracing: Tracing,
  traceparent: string | null,
): TransactionTrace & { committed(): void } {
  const begun: Span[] = [];
  const completed: PastSpan[] = [];
  return {
    traceparent,
    begin(name) {
      const span = tracing.start(name, { kind: 'consumer', parent: null });
      begun.push(span);
      return span.traceparent;
    },
    record: (past) => completed.push(past),
    committed() {
      for (const span of begun) span.end();
      for (const past of completed) tracing.record(past);
    },
  };
}
