import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useIsNarrow } from '../parts/page/use-is-narrow.ts';
import { takeNotes, useWaitingNotes } from '../parts/problems/notes.ts';

export function NoteArea(_: { opened: boolean }) {
  const waiting = useWaitingNotes();
  useEffect(() => {
    if (waiting.length > 0) for (const note of takeNotes()) notifications.show(note);
  }, [waiting]);
  const isNarrow = useIsNarrow();
  // The buttons of a form are below on a phone, where a note has its width, and on the right elsewhere.
  return <Notifications position={isNarrow ? 'top-center' : 'bottom-left'} limit={4} />;
}
