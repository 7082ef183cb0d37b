import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../icons/icon.tsx';
import { words } from '../words.messages.ts';
import { selectNear } from './select-near.ts';

/**
 * Copies the text beside it. If the browser does not allow that, for example without https, it selects the text and says so.
 */
export function CopyButton({ value, label }: { value: string; label?: string }) {
  const say = useText(words);
  const button = useRef<HTMLButtonElement>(null);
  const { copy, copied, error } = useClipboard({ timeout: 2_000 });
  useEffect(() => {
    if (error && button.current) selectNear(button.current, value);
  }, [error, value]);
  const text = copied ? say('copied') : error ? say('selected') : (label ?? say('copy'));
  return (
    <Tooltip label={text}>
      <ActionIcon
        ref={button}
        variant="subtle"
        color={copied ? 'teal' : 'gray'}
        aria-label={text}
        onClick={() => copy(value)}
      >
        <Icon name={copied ? 'check' : 'copy'} size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
