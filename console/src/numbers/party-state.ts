/** How a trunk or a phone is in the telephone system. */
export type PartyState =
  | 'not provisioned'
  | 'unreachable'
  | 'rejected'
  | 'not registered'
  | 'unknown'
  | 'reachable'
  | 'registered';
