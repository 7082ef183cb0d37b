import { readingOf } from '../api/readings.ts';
import type { Mode } from '../paths.ts';

/**
 * For the loader and the page. A person who returns from a first step must see at once that it is done: only an answer that the
 * loader has just received is not read again.
 */
export const readingHome = (mode: Mode) => ({ ...readingOf(mode, '/home', {}), staleTime: 1_000 });
