import type { Shapes } from '../api/types.ts';

export type BlockedNumber = Shapes['BlockedNumber'];
export type NewBlockedNumber = Shapes['NewBlockedNumber'];
