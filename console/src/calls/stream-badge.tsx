import { Badge, Tooltip } from '@mantine/core';
import { useConnection } from '../api/connection.ts';
import { useText } from '../i18n/language.tsx';
import { callMessages } from './messages.ts';

export function StreamBadge({ state }: { state: 'on' | 'off' }) {
  const say = useText(callMessages);
  const { isLost } = useConnection();
  // The connection bar says so; neither label would be true, because nothing is read.
  if (isLost) return null;
  const isOn = state === 'on';
  return (
    <Tooltip label={say(isOn ? 'liveAbout' : 'pollingAbout')}>
      <Badge color={isOn ? 'teal' : 'gray'} variant="dot" size="lg" role="status">
        {say(isOn ? 'live' : 'polling')}
      </Badge>
    </Tooltip>
  );
}
