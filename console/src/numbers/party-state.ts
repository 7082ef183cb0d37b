import type { Shapes } from '../api/types.ts';

/** The state of a trunk or phone in the telephone system. */
export type PartyState = Shapes['Trunk']['state'];
