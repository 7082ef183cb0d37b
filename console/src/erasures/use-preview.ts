import { useWrite } from '../parts/forms/use-write.ts';
import type { ErasedPerson, Erasure } from './erasure.ts';

type Options = { shown?: 'form'; onDone?: (previewed: Previewed) => void };
export type Previewed = { person: ErasedPerson; preview: Erasure };

/** Counts what an erasure of the person would remove. */
export const usePreview = ({ shown, onDone }: Options = {}) =>
  useWrite(
    async (send, person: ErasedPerson): Promise<Previewed> => {
      const { data } = await send('POST', '/erasures', { body: { ...person, preview: true } });
      return { person, preview: data };
    },
    { changes: [], goesOn: true, ...(shown && { shown }), ...(onDone && { onDone }) },
  );
