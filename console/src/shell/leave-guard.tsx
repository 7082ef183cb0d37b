import { useBlocker } from '@tanstack/react-router';
import { useText } from '../i18n/language.tsx';
import { setClosing, unsavedNow, useClosing } from '../parts/forms/unsaved.ts';
import { lazyWindow } from '../parts/page/lazy-part.tsx';
import { shellMessages } from './messages.ts';

const Confirm = lazyWindow(async () => (await import('../parts/forms/confirm.tsx')).Confirm);

const wouldLose = () => unsavedNow() !== undefined;

const questions = {
  edits: ['discard', 'discardAbout', 'discardAction', 'keepEditing'],
  import: ['stopImport', 'stopImportAbout', 'leave', 'stay'],
  interruptedImport: ['leaveImport', 'leaveImportAbout', 'leaveRest', 'stay'],
} as const;

/** Asks before leaving a page or window with unsaved work. The browser asks before the whole tab is closed. */
export function LeaveGuard() {
  const say = useText(shellMessages);
  const blocked = useBlocker({ shouldBlockFn: wouldLose, enableBeforeUnload: wouldLose, withResolver: true });
  const closing = useClosing();
  const [title, about, action, cancel] = questions[unsavedNow() ?? 'edits'];
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
      title={say(title)}
      action={say(action)}
      cancel={say(cancel)}
      zIndex={300}
      isBusy={false}
      onConfirm={leave}
      onClose={stay}
    >
      {say(about)}
    </Confirm>
  );
}
