import { Button } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { ButtonLink } from '../parts/page/links.tsx';
import { Empty } from '../parts/page/states.tsx';
import { paths } from '../paths.ts';
import { shellMessages } from './messages.ts';

export function NotFoundPage() {
  const say = useText(shellMessages);
  return (
    <Empty
      isPage
      icon="search"
      title={say('notFound')}
      action={<ButtonLink to={paths.home}>{say('toStart')}</ButtonLink>}
    >
      {say('notFoundAbout')}
    </Empty>
  );
}

/** A page that the server would refuse to fill. */
export function NoAccessPage() {
  const say = useText(shellMessages);
  return (
    <Empty
      isPage
      icon="shield-lock"
      title={say('noAccess')}
      action={<ButtonLink to={paths.home}>{say('toStart')}</ButtonLink>}
    >
      {say('noAccessAbout')}
    </Empty>
  );
}

/** A bug in the console. */
export function PageFailed() {
  const say = useText(shellMessages);
  return (
    <Empty
      isPage
      icon="alert-triangle"
      title={say('pageFailed')}
      action={<Button onClick={() => location.reload()}>{say('reload')}</Button>}
    >
      {say('pageFailedAbout')}
    </Empty>
  );
}
