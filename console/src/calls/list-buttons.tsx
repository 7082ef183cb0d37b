import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { listMessages } from './list-messages.ts';

// The buttons of the list's menus.

type ButtonProps = ComponentProps<typeof Button<'button'>>;

/** Names the saved filters that the list shows. */
export function SavedFiltersButton({ current, ...props }: ButtonProps & { current: string | undefined }) {
  const say = useText(listMessages);
  return (
    <Button {...props} variant="default" px="sm" maw={200} leftSection={<Icon name="bookmark" size={16} />}>
      {current ?? say('saved')}
    </Button>
  );
}

export function ViewButton(props: ButtonProps) {
  const say = useText(listMessages);
  return (
    <Button {...props} variant="default" px="sm" leftSection={<Icon name="columns" size={16} />}>
      {say('view')}
    </Button>
  );
}
