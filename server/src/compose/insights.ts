import { resolve } from 'node:path';
import type { Node } from '../calls/driving/node.ts';
import { callAnalyzer } from '../insights/jobs/analyze-calls.ts';
import { indexTranscripts } from '../insights/jobs/index-transcripts.ts';
import { insightMetrics } from '../insights/jobs/insight-metrics.ts';
import { taskRunner } from '../insights/jobs/run-task.ts';
import { linkOfflineModels } from '../insights/models/offline-models.ts';
import { readModelService } from '../platform/network/model-service.ts';
import type { RecordingLibrary } from '../recordings/library.ts';
import { type Capability, doesSharedWork, type Ground } from './capability.ts';

type Parts = { node: Node; library: RecordingLibrary };

/** Analysis of recordings, by the configured number of workers. */
export function startInsights(ground: Ground, { node, library }: Parts): Capability {
  if (!doesSharedWork(ground)) return { chores: [] };
  const { config, db, registry, log, stopping } = ground;
  const { onStep } = insightMetrics(db, registry);
  const speechService = readModelService(config.TRANSCRIPTION_URL);
  const models = resolve(config.DATA_DIR, 'models');
  if (config.MODELS_DIR) linkOfflineModels(config.MODELS_DIR, models, log);
  const engines = {
    library,
    models,
    speech: speechService
      ? ({ kind: 'endpoint', endpoint: speechService } as const)
      : ({
          kind: 'embedded',
          folder: models,
          size: config.TRANSCRIPTION_MODEL,
          hub: config.MODEL_HUB_URL,
        } as const),
    chat: readModelService(config.SUMMARY_URL),
  };
  const runners = Array.from({ length: config.ANALYSIS_WORKERS }, () => taskRunner());
  return {
    chores: [
      { name: 'index transcripts', everyMs: 60_000, run: () => indexTranscripts(db) },
      ...runners.map((runner, worker) => ({
        name: 'analyze calls',
        everyMs: 1_000,
        run: callAnalyzer(db, { node, worker, engines: { ...engines, runner }, log, signal: stopping, onStep }),
      })),
    ],
    stop() {
      for (const runner of runners) runner.stop();
    },
  };
}
