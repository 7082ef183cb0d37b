import { Button, Group, Text } from '@mantine/core';
import { otherMode, useMode, useSwitchMode } from '../api/mode.ts';
import { useTimezone } from '../api/session.ts';
import { useText } from '../i18n/language.tsx';
import { type CallSearch, callQuery } from './call-search.ts';
import { callMessages } from './messages.ts';
import { useCallCount } from './use-call-count.ts';

/** Points to calls of the other mode in the same period, for people who do not know about modes. */
export function OtherCalls({ search }: { search: CallSearch }) {
  const say = useText(callMessages);
  const other = otherMode(useMode());
  const switchTo = useSwitchMode();
  const { from, to, timezone } = callQuery(search, useTimezone());
  const count = useCallCount(other, { from, to, timezone });
  if (!count) return null;
  return (
    <Group justify="center" gap="xs" mt="sm">
      <Text size="sm">{say(other === 'test' ? 'testCalls' : 'liveCalls', { count })}</Text>
      <Button size="compact-sm" variant="light" onClick={() => switchTo(other)}>
        {say(other === 'test' ? 'switchToTest' : 'switchToLive')}
      </Button>
    </Group>
  );
}
