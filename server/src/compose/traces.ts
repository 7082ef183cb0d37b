import type { Config } from '../config.ts';
import type { Logger } from '../platform/log.ts';
import { readKeyValues } from '../platform/tracing/key-values.ts';

/** Traces the work of this process if there is a collector; otherwise nothing is even loaded. */
export async function startTraces(config: Config, log: Logger) {
  const url = collectorUrl(config);
  if (url === undefined || config.OTEL_SDK_DISABLED) return undefined;
  const { startTracing } = await import('../platform/tracing/start-tracing.ts');
  return startTracing({
    collector: { url, headers: readKeyValues(config.OTEL_EXPORTER_OTLP_HEADERS) ?? {} },
    serviceName: config.OTEL_SERVICE_NAME,
    resource: readKeyValues(config.OTEL_RESOURCE_ATTRIBUTES) ?? {},
    sampler: { name: config.OTEL_TRACES_SAMPLER, ratio: config.OTEL_TRACES_SAMPLER_ARG },
    onFailure: (error) => log('trace.export_failed', { err: error }),
    onRecovery: (dropped) => log('trace.export_recovered', { dropped }),
  });
}

function collectorUrl(config: Config): string | undefined {
  if (config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const base = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  return base ? `${base.replace(/\/+$/, '')}/v1/traces` : undefined;
}
