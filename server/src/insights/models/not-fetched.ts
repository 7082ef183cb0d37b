import { InsightFailure } from '../insight.ts';

/** An engine cannot be used as it is. The step is tried again later; the sentence is for the operator's log. */
export const notUsable = (sentence: string, options?: ErrorOptions) =>
  new InsightFailure('unavailable', 'engine_not_fetched', sentence, options);

/** Loads an engine. Whatever fails, the engine cannot be used as it is: a file may be damaged, or not readable. */
export async function loadUsable<T>(sentence: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw error instanceof InsightFailure ? error : notUsable(`${sentence} ${error}`, { cause: error });
  }
}

/** A download failed. */
export const notFetched = (sentence: string, cause: unknown) =>
  notUsable(
    `${sentence} See that this machine reaches its npm registry, or copy DATA_DIR/models from one that does. ${cause}`,
    { cause },
  );
