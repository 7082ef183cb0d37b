import { useBlocker } from '@tanstack/react-router';
import { useText } from '../i18n/language.tsx';
import { setClosing, unsavedNow, useClosing } from '../parts/forms/unsaved.ts';
import { lazyWindow } from '../parts/page/lazy-part.tsx';
import { shellMessages } from './messages.ts';

const Confirm = lazyWindow(async () => (await import('../parts/forms/confirm.tsx')).Confirm);

const wouldLose = () => unsavedNow() !== undefined;

/** Asks before leaving a page or window with unsaved work. The browser asks before the whole tab is closed. */
export function LeaveGuard() {
  const say = useText(shellMessages);
  const blocked = useBlocker({ shouldBlockFn: wouldLose, enableBeforeUnload: wouldLose, withResolver: true });
  const closing = useClosing();
  const isImport = unsavedNow() === 'import';
  const stay = () => {
    setClosing(undefined);
    blocked.reset?.();
  };
  const leave = () => {
    setClosing(undefined);
    closing?.();
    blocked.proceed?.();
  };
  return (
    <Confirm
      opened={closing !== undefined || blocked.status === 'blocked'}
      title={say(isImport ? 'stopImport' : 'discard')}
      action={say(isImport ? 'leave' : 'discardAction')}
      cancel={say(isImport ? 'stay' : 'keepEditing')}
      zIndex={300}
      isBusy={false}
      onConfirm={leave}
      onClose={stay}
    >
      {say(isImport ? 'stopImportAbout' : 'discardAbout')}
    </Confirm>
  );
}
