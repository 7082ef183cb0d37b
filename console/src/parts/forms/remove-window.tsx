import type { ReactNode } from 'react';
import type { Path } from '../../api/operations.ts';
import { useText } from '../../i18n/language.tsx';
import { words } from '../words.messages.ts';
import { Confirm } from './confirm.tsx';
import { type Send, useWrite } from './use-write.ts';

type Props = {
  /** Removes the item; `list` is the path to read again afterwards. */
  remove: (send: Send) => Promise<unknown>;
  list: Path;
  title: string;
  children: ReactNode;
  onClose: () => void;
};

export function RemoveWindow({ remove: perform, list, title, children, onClose }: Props) {
  const word = useText(words);
  const remove = useWrite((send, _: undefined) => perform(send), { changes: [list], onDone: onClose });
  return (
    <Confirm
      opened
      title={title}
      action={word('remove')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      {children}
    </Confirm>
  );
}
