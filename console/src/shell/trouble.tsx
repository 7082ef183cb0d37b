import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useText } from '../i18n/language.tsx';
import { ButtonLink } from '../parts/links.tsx';
import { Empty } from '../parts/states.tsx';
import { paths } from '../paths.ts';
import { shellMessages } from './messages.ts';

export function NotFoundPage() {
  const say = useText(shellMessages);
  return (
    <Empty icon="search" title={say('notFound')} action={<ButtonLink to={paths.home}>{say('toCalls')}</ButtonLink>}>
      {say('notFoundAbout')}
    </Empty>
  );
}

/** A defect of the console, or a part of it that could not be loaded because the server has a newer version now. */
export function PageFailed({ error }: ErrorComponentProps) {
  const say = useText(shellMessages);
  return (
    <Empty
      icon="alert-triangle"
      title={say('pageFailed')}
      action={<Button onClick={() => location.reload()}>{say('reload')}</Button>}
    >
      {error instanceof Error ? error.message : String(error)}
    </Empty>
  );
}
