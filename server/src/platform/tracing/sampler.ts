import type { TraceContext } from './trace-context.ts';

/** The values of OTEL_TRACES_SAMPLER. */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof samplers)[number];

/** Whether the spans of a trace are exported. */
export type Sampler = (traceId: string, parent: TraceContext | undefined) => boolean;

export function samplerOf(name: SamplerName, ratio: number): Sampler {
  const isParentBased = name.startsWith('parentbased_');
  const kind = name.replace('parentbased_', '');
  const ofNew = (traceId: string) =>
    kind === 'always_on' || (kind === 'traceidratio' && randomPart(traceId) >= 1 - ratio);
  return (traceId, parent) => (isParentBased && parent ? parent.isSampled : ofNew(traceId));
}

/** The last 56 bits of a trace id are random (W3C Trace Context, level 2), so all services decide alike. From 0 to 1. */
const randomPart = (traceId: string) => Number.parseInt(traceId.slice(-14), 16) / 2 ** 56;
