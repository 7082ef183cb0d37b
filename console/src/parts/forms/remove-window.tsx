import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Path } from '../../api/operations.ts';
import { useText } from '../../i18n/language.tsx';
import { showDone } from '../problems/show-problem.tsx';
import { words } from '../words.messages.ts';
import { Confirm } from './confirm.tsx';
import { type Send, useWrite } from './use-write.ts';

type Props = {
  /** Removes the item. */
  remove: (send: Send) => Promise<unknown>;
  /** Prefixes of the paths to read again afterwards. */
  changes: Path[];
  title: string;
  /** What follows, in sentences. */
  children: ReactNode;
  /** Whether the sentences are shown, and none of them forbids the removal. */
  isReady?: boolean;
  /** Confirms the removal. */
  done?: string;
  onClose: () => void;
};

export function RemoveWindow({ remove: perform, changes, title, children, isReady = true, done, onClose }: Props) {
  const word = useText(words);
  const remove = useWrite((send, _: undefined) => perform(send), {
    changes,
    // Closed before `changes` are read again: what the window shows does not exist any more.
    onDone: () => {
      flushSync(onClose);
      if (done) showDone(done);
    },
  });
  return (
    <Confirm
      opened
      title={title}
      action={word('remove')}
      isBusy={remove.isPending}
      isReady={isReady}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      {children}
    </Confirm>
  );
}
