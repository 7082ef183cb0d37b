import { Badge } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import type { CallItem, CallStatus } from './call.ts';
import { callMessages } from './messages.ts';
import classes from './status-badge.module.css';

const colors: Record<CallStatus, string> = {
  initiating: 'blue',
  ringing: 'blue',
  connected: 'teal',
  no_answer: 'gray',
  busy: 'yellow',
  rejected: 'orange',
  canceled: 'gray',
  failed: 'red',
  missed_call: 'red',
  voicemail: 'violet',
};

/** The state of a call, or how it ended. `connected` is both, and only `ended_at` distinguishes them. */
export function StatusBadge({ call: { status, ended_at } }: { call: Pick<CallItem, 'status' | 'ended_at'> }) {
  const say = useText(callMessages);
  const isGoingOn = ended_at === null;
  return (
    <Badge
      color={colors[status]}
      variant={isGoingOn ? 'filled' : 'light'}
      leftSection={isGoingOn && <span className={classes.pulse} />}
    >
      {say(isGoingOn && status === 'connected' ? 'talking' : status)}
    </Badge>
  );
}
