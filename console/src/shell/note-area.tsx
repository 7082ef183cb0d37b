import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { takeNotes, useWaitingNotes } from '../parts/problems/notes.ts';

export function NoteArea(_: { opened: boolean }) {
  const waiting = useWaitingNotes();
  useEffect(() => {
    if (waiting.length > 0) for (const note of takeNotes()) notifications.show(note);
  }, [waiting]);
  return <Notifications position="bottom-left" limit={4} />;
}
