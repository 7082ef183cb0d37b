import type { Shapes } from '../api/types.ts';

/** How a trunk or a phone is in the telephone system. */
export type PartyState = Shapes['Trunk']['state'];
