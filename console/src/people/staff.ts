import type { PartyState } from '../numbers/party-state.ts';

export type Staff = {
  staff_id: number;
  name: string;
  phone: string | null;
  username: string | null;
  is_active: boolean;
  state: PartyState | null;
  created_at: string;
};
export type SipAccount = { username: string; password: string };

/** Whether calls go to the phone that registers with the person's own account. */
export const hasOwnAccountAsPhone = ({ phone, username }: Pick<Staff, 'phone' | 'username'>) =>
  username !== null && (phone === 'account' || phone === `sip:${username}`);
