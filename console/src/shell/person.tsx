import { lazyMenu } from '../parts/page/lazy-part.tsx';
import { PersonButton } from './person-button.tsx';

/** The button with the menu of the person. */
export const PersonMenu = lazyMenu(
  async () => (await import('./person-menu.tsx')).PersonMenu,
  (_, button) => <PersonButton {...button} />,
);
