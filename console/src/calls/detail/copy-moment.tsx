import { Button, Code } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { playerMessages } from '../player/messages.ts';

/** Copies a link to the position of the recording. Without https browsers do not allow that, so the link is shown instead. */
export function CopyMoment({ position }: { position: number }) {
  const say = useText(playerMessages);
  const { copy, copied, error } = useClipboard({ timeout: 2_000 });
  const { origin, pathname } = window.location;
  const link = `${origin}${pathname}?at=${Math.round(position * 10) / 10}`;
  return (
    <>
      {error && <Code style={{ overflowWrap: 'anywhere' }}>{link}</Code>}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}
        onClick={() => copy(link)}
      >
        {say(copied ? 'copied' : 'copyMoment')}
      </Button>
    </>
  );
}
