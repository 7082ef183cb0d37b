import { lazyPart } from '../parts/page/lazy-part.tsx';

/** The window for a new call, which few visits of a page open. */
export const NewCallWindow = lazyPart(async () => (await import('./new-call-window.tsx')).NewCallWindow);
