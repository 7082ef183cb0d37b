import { Text } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { customerMessages } from './messages.ts';

/** Enough to recognize a note, which may have thousands of characters. */
const mostCharacters = 200;

const quote = { whiteSpace: 'pre-wrap', borderInlineStart: '2px solid' } as const;

/** The version of another person that saving replaces. */
export function ChangedMeanwhile({ field, value }: { field: string; value: string }) {
  const say = useText(customerMessages);
  const isLong = field === 'notes' && value !== '';
  return (
    <Text
      span
      size="xs"
      c="var(--mantine-color-error)"
      display="block"
      role="status"
      style={{ overflowWrap: 'anywhere' }}
    >
      {value === '' || isLong ? say('changedMeanwhile') : say('changedTo', { value })}
      {isLong && (
        <>
          {' '}
          {say('theirVersion')}
          <Text span size="xs" display="block" mt={4} pl="xs" style={quote}>
            {shortened(value)}
          </Text>
        </>
      )}
    </Text>
  );
}

function shortened(value: string): string {
  const characters = [...value];
  return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters).join('').trimEnd()}…` : value;
}
