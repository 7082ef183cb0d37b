import { useState } from 'react';
import { lazyPart } from '../parts/page/lazy-part.tsx';
import { PersonButton } from './person-button.tsx';

const Opened = lazyPart(async () => (await import('./person-menu.tsx')).PersonMenu, <PersonButton />);

/** The button with the menu of the person, which is loaded when it is first opened, or before. */
export function PersonMenu() {
  const [wasOpened, setWasOpened] = useState(false);
  if (wasOpened) return <Opened />;
  return <PersonButton aria-haspopup="menu" aria-expanded="false" onClick={() => setWasOpened(true)} />;
}
