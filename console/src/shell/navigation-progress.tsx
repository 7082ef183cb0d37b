import { useRouterState } from '@tanstack/react-router';
import { useText } from '../i18n/language.tsx';
import { words } from '../parts/words.messages.ts';
import classes from './shell.module.css';

/** A line at the top of the window while the next page loads. Fast pages do not show it: it appears after a moment. */
export function NavigationProgress() {
  const say = useText(words);
  const isPending = useRouterState({ select: ({ status }) => status === 'pending' });
  if (!isPending) return null;
  return <div role="progressbar" aria-label={say('loading')} className={classes.progress} />;
}
