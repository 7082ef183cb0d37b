import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { otherMode } from '../api/mode.ts';
import { useCallCount } from '../calls/use-call-count.ts';
import type { Mode } from '../paths.ts';
import { remembered } from '../remembered.ts';
import { LoadingPage } from './loading-page.tsx';

/**
 * Completes an address without a mode, such as an old link: with the mode that has calls, or else with test, where no telephone
 * rings. If both have calls, the mode chosen last in this browser wins.
 */
export function OpenInMode() {
  const { history } = useRouter();
  const counts: Record<Mode, number | undefined> = { test: useCallCount('test'), live: useCallCount('live') };
  const first: Mode = remembered('mode') === 'test' ? 'test' : 'live';
  const isKnown = counts.test !== undefined && counts.live !== undefined;
  const mode = [first, otherMode(first)].find((each) => counts[each] !== 0) ?? 'test';
  useEffect(() => {
    if (isKnown) history.replace(`/${mode}${history.location.href.replace(/^\/(?=$|\?|#)/, '')}`);
  }, [isKnown, mode, history]);
  return <LoadingPage />;
}
