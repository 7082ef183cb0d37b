import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.tsx';
import { words } from '../words.messages.ts';
import { Confirm } from './confirm.tsx';
import { useWrite } from './use-write.ts';

type Props = {
  /** What is removed, by its path, and the list that it is gone from then. */
  path: string;
  list: string;
  title: string;
  children: ReactNode;
  onClose: () => void;
};

export function RemoveWindow({ path, list, title, children, onClose }: Props) {
  const word = useText(words);
  const remove = useWrite((send, gone: string) => send('DELETE', gone), { changes: [list], onDone: onClose });
  return (
    <Confirm
      opened
      title={title}
      action={word('remove')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(path)}
      onClose={onClose}
    >
      {children}
    </Confirm>
  );
}
