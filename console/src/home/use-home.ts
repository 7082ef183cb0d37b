import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useMode } from '../api/mode.ts';
import { useSession } from '../api/session.ts';
import { useOne } from '../api/use-read.ts';
import { useNow } from '../calls/talk-time.tsx';
import { useCallEvents } from '../calls/use-call-events.ts';
import { daysAgoIn } from '../parts/values/days.ts';
import { readingHome } from './home-reading.ts';

const minute = 60_000;
/** No event says that a phone has registered or is gone. */
const stateMs = 15_000;

/** The present state and the figures of the day. Both are read from time to time, and soon after an event of a call. */
export function useHome() {
  const { timezone } = useSession().tenant;
  useNow(minute); // A page that stays open shows the new day.
  const today = daysAgoIn(timezone, 0);
  const readStateAgain = useReadAgain('/home', 1_000);
  const readFiguresAgain = useReadAgain('/reports/overview', 5_000);
  const readAgain = () => {
    readStateAgain();
    readFiguresAgain();
  };
  const stream = useCallEvents(readAgain, readAgain);
  const state = useQuery({ ...readingHome(useMode()), refetchInterval: stream === 'on' ? stateMs : 5_000 });
  const figures = useOne(
    '/reports/overview',
    { query: { from: today, to: today, timezone } },
    { refetchInterval: minute },
  );
  return { stream, state, figures };
}

/** Returns a function that reads a path again after a while. Many calls at once must not cause as many requests. */
function useReadAgain(path: string, afterMs: number): () => void {
  const mode = useMode();
  const client = useQueryClient();
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return () => {
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: ['api', mode, path] });
    }, afterMs);
  };
}
