import type { Path } from '../../api/operations.ts';
import { useText } from '../../i18n/language.tsx';
import { showDone } from '../problems/show-problem.tsx';
import { words } from '../words.messages.ts';
import { type Send, useWrite } from './use-write.ts';

/** Submits a form in a window, which closes when it is saved; until then the fields show the faults. */
export function useSave<Input>(
  perform: (send: Send, input: Input) => Promise<unknown>,
  { list, done, onClose }: { list: Path; done?: string; onClose: () => void },
) {
  const word = useText(words);
  return useWrite(perform, {
    changes: [list],
    onDone: () => {
      showDone(done ?? word('saved'));
      onClose();
    },
    shown: 'form',
  });
}
