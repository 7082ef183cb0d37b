import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatDuration } from '../parts/values/duration.ts';
import type { CallItem } from './call.ts';

type Props = { call: Pick<CallItem, 'status' | 'started_at' | 'ended_at' | 'duration_seconds'> };

/** The talk time of a call; it counts up while the call is connected. */
export function TalkTime({ call: { status, started_at, ended_at, duration_seconds } }: Props) {
  const isTalking = status === 'connected' && ended_at === null && started_at !== null;
  const now = useNow(isTalking ? 1_000 : undefined);
  const seconds = isTalking ? (now - new Date(started_at).getTime()) / 1_000 : duration_seconds;
  return (
    <Text component="span" size="sm" ff="monospace" {...(!seconds && { c: 'dimmed' })}>
      {seconds === null ? '' : formatDuration(seconds)}
    </Text>
  );
}

/** The current time, updated at the interval; without an interval it does not change. */
export function useNow(everyMs: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (everyMs === undefined) return;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
