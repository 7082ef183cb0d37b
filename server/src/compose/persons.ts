import { keptAnswersAbout, replaceAnswer } from '../http/input/kept-answers.ts';
import type { ErasureParts } from '../persons/erase-batch.ts';
import { continueErasures } from '../persons/run-erasure.ts';
import type { Stores } from '../recordings/library.ts';
import type { Ground } from './capability.ts';

/** A verb of `persons` knows nothing of `http`, which keeps answers. */
export const erasureParts = (stores: Stores): ErasureParts => ({
  stores,
  answers: { about: keptAnswersAbout, replace: replaceAnswer },
});

/** Erasures that were begun are finished, by whichever node is alive. */
export function startPersons({ db, stopping }: Ground, stores: Stores) {
  const parts = erasureParts(stores);
  return {
    parts,
    chores: [{ name: 'continue erasures', everyMs: 5_000, run: () => continueErasures(db, parts, stopping) }],
  };
}
