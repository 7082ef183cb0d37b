import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, EndedSpan, SpanKind } from './otlp-json.ts';
import type { Sampler } from './sampler.ts';
import { newSpanId, newTraceId, readTraceparent, type TraceContext, traceparentOf } from './trace-context.ts';

// OpenTelemetry traces. The part of the official SDK that this needs comes with 15 packages, 32 MB and a second of loading; the
// protocol is one POST. `docs/decisions/traces.md` has the comparison.
//
// Attributes contain no telephone numbers, names, addresses or secrets: ids, templates of routes and names of statements only.

export type SpanOptions = {
  kind?: SpanKind;
  /** A `traceparent`; null for a new trace. By default the parent is the span of the work in progress. */
  parent?: string | null | undefined;
  attributes?: Attributes;
};

export type Span = {
  readonly traceparent: string;
  /** Undefined if the span is not exported. */
  readonly tracedAs: string | undefined;
  set(attributes: Attributes): void;
  fail(): void;
  end(): void;
};

/** Something that is over, and when it was. */
export type PastSpan = Required<SpanOptions> & {
  name: string;
  startedAt: Date;
  endedAt: Date;
  events: { name: string; at: Date }[];
  hasFailed: boolean;
};

export type Tracing = {
  /** The span of the work in progress, until it ends. */
  active(): Span | undefined;
  start(name: string, options?: SpanOptions): Span;
  /** Runs work as part of a span. */
  within<T>(span: Span, work: () => T): T;
  record(past: PastSpan): void;
};

export function tracing(sample: Sampler, add: (span: EndedSpan) => void): Tracing {
  const current = new AsyncLocalStorage<OpenSpan>();

  /** Timers that work has started outlive it. Their later work is not a part of it. */
  const active = () => {
    const span = current.getStore();
    return span && !span.isOver ? span : undefined;
  };

  function contextOf(parent: string | null | undefined): { context: TraceContext; parentSpanId: string | undefined } {
    const above = parent === undefined ? active()?.context : readTraceparent(parent);
    const traceId = above?.traceId ?? newTraceId();
    const isSampled = sample(traceId, above);
    return { context: { traceId, spanId: newSpanId(), isSampled }, parentSpanId: above?.spanId };
  }

  class OpenSpan implements Span {
    readonly context: TraceContext;
    readonly #span: EndedSpan;
    readonly #begun = performance.now();
    isOver = false;

    constructor(name: string, { kind = 'internal', parent, attributes = {} }: SpanOptions) {
      const { context, parentSpanId } = contextOf(parent);
      const { traceId, spanId } = context;
      const startedAt = performance.timeOrigin + this.#begun;
      this.context = context;
      this.#span = {
        ...{ traceId, spanId, parentSpanId, name, kind, startedAt, endedAt: startedAt },
        ...{ attributes: { ...attributes }, events: [], hasFailed: false },
      };
    }

    get traceparent(): string {
      return traceparentOf(this.context);
    }

    get tracedAs(): string | undefined {
      return this.context.isSampled ? this.context.traceId : undefined;
    }

    set(attributes: Attributes): void {
      Object.assign(this.#span.attributes, attributes);
    }

    fail(): void {
      this.#span.hasFailed = true;
    }

    end(): void {
      if (this.isOver) return;
      this.isOver = true;
      this.#span.endedAt = this.#span.startedAt + performance.now() - this.#begun;
      if (this.context.isSampled) add(this.#span);
    }
  }

  return {
    active,
    start: (name, options = {}) => new OpenSpan(name, options),
    within: (span, work) => current.run(span as OpenSpan, work),
    record({ parent, startedAt, endedAt, events, ...span }) {
      const { context, parentSpanId } = contextOf(parent);
      if (!context.isSampled) return;
      const { traceId, spanId } = context;
      add({
        ...{ ...span, traceId, spanId, parentSpanId, startedAt: startedAt.getTime(), endedAt: endedAt.getTime() },
        events: events.map(({ name, at }) => ({ name, at: at.getTime() })),
      });
    },
  };
}

/** Performs work in a span of its own, which fails with it. Without tracing, only performs the work. */
export async function inSpan<T>(
  tracing: Tracing | undefined,
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  if (!tracing) return work(undefined);
  const span = tracing.start(name, options);
  try {
    return await tracing.within(span, () => work(span));
  } catch (error) {
    span.fail();
    throw error;
  } finally {
    span.end();
  }
}
