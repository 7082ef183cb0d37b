import { Group, Loader, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.tsx';
import { detailMessages } from './messages.ts';

type State = { status: 'pending' | 'ready' | 'failed' | 'unavailable'; reason: string | null };

/** An insight from a recording: its content if it is ready, or else the reason why it is not. */
export function InsightState<T extends State>({
  insight,
  children,
}: {
  insight: T;
  children: (ready: T) => ReactNode;
}) {
  const say = useText(detailMessages);
  const { status, reason } = insight;
  if (status === 'ready') return children(insight);
  if (status === 'pending')
    return (
      <Group gap="sm" role="status">
        <Loader size="xs" />
        <Text size="sm" c="dimmed">
          {say('pending')}
        </Text>
      </Group>
    );
  const known = reason && reason in detailMessages.en ? say(reason as 'no_recording') : undefined;
  return (
    <Text size="sm" c="dimmed">
      {say(status, { reason: known ?? say('unknown') })}
    </Text>
  );
}
