import { lazyWindow } from '../parts/page/lazy-part.tsx';
import { useWaitingNotes } from '../parts/problems/notes.ts';

const NoteArea = lazyWindow(async () => (await import('./note-area.tsx')).NoteArea);

export function Notes() {
  return <NoteArea opened={useWaitingNotes().length > 0} />;
}
