import { useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { type Mode, modes, paths } from '../paths.ts';
import { remember } from '../remembered.ts';

export const isMode = (text: string | undefined): text is Mode => modes.some((mode) => mode === text);

export const otherMode = (mode: Mode): Mode => (mode === 'test' ? 'live' : 'test');

/** Whether this page shows and makes test calls or live calls, from the address. The shell shows no page without a mode. */
export function useMode(): Mode {
  const mode = useParams({ strict: false, select: (params) => params.mode });
  return isMode(mode) ? mode : 'test';
}

/** Shows the same page in the other mode. A call belongs to one mode, so its page is replaced by the list. */
export function useSwitchMode(): (mode: Mode) => void {
  const navigate = useNavigate();
  const router = useRouter();
  return (mode) => {
    remember('mode', mode);
    // The address is ahead of the page on the screen while the code of the next page loads.
    const [, { callId }] = router.getMatchedRoutes(router.latestLocation.pathname);
    if (callId) void navigate({ to: paths.calls, params: { mode } });
    else void navigate({ to: '.', params: (before) => ({ ...before, mode }), search: true });
  };
}
