import { type PartyState, type PhoneSystem, partyStates as worstToBest } from './phone-system.ts';

/** The states of trunks and phones in all telephone systems. The worst one counts, because any system may get the next call. */
export async function readPartyStates(
  systems: Pick<PhoneSystem, 'states'>[],
  names: string[],
): Promise<(name: string) => PartyState> {
  if (names.length === 0) return () => 'unknown';
  const answers = await Promise.all(
    systems.map((system) => system.states(names).catch(() => new Map<string, PartyState>())),
  );
  return (name) => {
    const seen = answers.map((states) => states.get(name) ?? 'unknown');
    return worstToBest.find((state) => seen.includes(state)) ?? 'unknown';
  };
}
