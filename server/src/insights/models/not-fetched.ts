import { InsightFailure } from '../insight.ts';

/** A download failed. The step is tried again later; the sentence is for the operator's log. */
export const notFetched = (sentence: string, cause: unknown) =>
  new InsightFailure(
    'unavailable',
    'engine_not_fetched',
    `${sentence} See that this machine reaches its npm registry, or copy DATA_DIR/models from one that does. ${cause}`,
    { cause },
  );
