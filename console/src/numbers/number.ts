import type { PartyState } from './party-state.ts';

export type PhoneNumber = { number: string; project_id: number; created_at: string };
export type Trunk = {
  name: string;
  host: string;
  port: number;
  transport: 'udp' | 'tcp' | 'tls';
  username: string | null;
  codecs: string[];
  from_user: string | null;
  from_domain: string | null;
  state: PartyState;
  created_at: string;
};
