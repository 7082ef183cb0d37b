import { readId } from '../../platform/ids.ts';

/** A number from a path, or undefined where it cannot be the id of anything: the answer is then 404. */
export const readPathId = (text: string | undefined) => (text === undefined ? undefined : readId(text));
