import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useText } from '../i18n/language.tsx';
import { Icon } from './icon.tsx';
import { words } from './words.messages.ts';

export function CopyButton({ value, label }: { value: string; label?: string }) {
  const say = useText(words);
  const clipboard = useClipboard({ timeout: 2_000 });
  const text = clipboard.copied ? say('copied') : (label ?? say('copy'));
  return (
    <Tooltip label={text}>
      <ActionIcon
        variant="subtle"
        color={clipboard.copied ? 'teal' : 'gray'}
        aria-label={text}
        onClick={() => clipboard.copy(value)}
      >
        <Icon name={clipboard.copied ? 'check' : 'copy'} size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
