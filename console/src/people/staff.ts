import type { Shapes } from '../api/types.ts';

export type Staff = Shapes['Staff'];

/** Whether calls go to the phone that registers with the person's own account. */
export const hasOwnAccountAsPhone = ({ phone, username }: Pick<Staff, 'phone' | 'username'>) =>
  username !== null && (phone === 'account' || phone === `sip:${username}`);
