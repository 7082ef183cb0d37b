import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSessionQuery } from '../api/session.ts';
import { useText } from '../i18n/language.tsx';
import { LogInForm } from './log-in-form.tsx';
import { sessionMessages } from './messages.ts';
import { OutsideFrame } from './outside-frame.tsx';

const route = getRouteApi('/login');

export function LogInPage() {
  const say = useText(sessionMessages);
  const { data: session } = useSessionQuery();
  const { to } = route.useSearch();
  const { history } = useRouter();
  useEffect(() => {
    if (session) history.replace(inside(to));
  }, [session, history, to]);
  return (
    <OutsideFrame title={say('welcome')} below={say('forgotten')}>
      <LogInForm />
    </OutsideFrame>
  );
}

/** The page that was asked for before the log-in; never another site, whatever the address says. */
function inside(to: string | undefined): string {
  return to && /^\/(?![/\\])/.test(to) ? to : '/';
}
