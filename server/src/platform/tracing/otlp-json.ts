// Spans in the JSON form of OTLP 1.x (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding): ids in hex, enums as
// numbers, 64-bit numbers as text.

export type Attributes = Record<string, string | number | boolean>;

const spanKinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const;
export type SpanKind = keyof typeof spanKinds;

/** A span that has ended. Moments are milliseconds since 1970. */
export type EndedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: SpanKind;
  startedAt: number;
  endedAt: number;
  attributes: Attributes;
  events: { name: string; at: number }[];
  hasFailed: boolean;
};

/** The body of one request to a collector. */
export function exportRequest(resource: Attributes, spans: EndedSpan[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: keyValues(resource) },
        scopeSpans: [{ scope: { name: 'trunkline' }, spans: spans.map(spanJson) }],
      },
    ],
  };
}

const failed = { code: 2 };

function spanJson({ parentSpanId, name, kind, startedAt, endedAt, attributes, events, hasFailed, ...ids }: EndedSpan) {
  return {
    ...ids,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name,
    kind: spanKinds[kind],
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: keyValues(attributes),
    events: events.map((event) => ({ name: event.name, timeUnixNano: nanoseconds(event.at) })),
    status: hasFailed ? failed : {},
  };
}

const nanoseconds = (milliseconds: number) => `${BigInt(Math.round(milliseconds * 1_000)) * 1_000n}`;

const keyValues = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));

function anyValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: `${value}` } : { doubleValue: value };
}
