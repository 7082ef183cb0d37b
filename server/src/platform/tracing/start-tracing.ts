import { uuidv7 } from '../ids.ts';
import { type SamplerName, samplerOf } from './sampler.ts';
import { type Collector, type ExportReports, spanExporter } from './span-exporter.ts';
import { type Tracing, tracing } from './tracing.ts';

export type TracingOptions = ExportReports & {
  collector: Collector;
  serviceName: string;
  resource: Record<string, string>;
  sampler: { name: SamplerName; ratio: number };
  delayMs?: number;
};

/** Traces the work of this process until `stop`, which exports the last spans. */
export function startTracing({ serviceName, resource, sampler, ...options }: TracingOptions) {
  const exporter = spanExporter({
    ...options,
    resource: {
      'service.name': 'trunkline',
      'service.instance.id': uuidv7(),
      ...resource,
      ...(serviceName !== '' && { 'service.name': serviceName }),
    },
  });
  const running: Tracing = tracing(samplerOf(sampler.name, sampler.ratio), exporter.add);
  return { tracing: running, stop: exporter.stop };
}
