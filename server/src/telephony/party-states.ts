import { type PartyState, type PhoneSystem, partyStates as worstToBest } from '../engine/phone-system.ts';

/**
 * How trunks and phones are in all telephone systems. A trunk is as good as where it is worst, because calls go out
 * everywhere; a phone registers with one of them.
 */
export async function partyStates(systems: PhoneSystem[], names: string[]): Promise<(name: string) => PartyState> {
  if (names.length === 0) return () => 'unknown';
  const answers = await Promise.all(
    systems.map((system) => system.states(names).catch(() => new Map<string, PartyState>())),
  );
  return (name) => {
    const ranks = answers.map((states) => worstToBest.indexOf(states.get(name) ?? 'unknown')).sort((a, b) => a - b);
    const rank = name.startsWith('staff-') ? ranks.at(-1) : ranks[0];
    return worstToBest[rank ?? -1] ?? 'unknown';
  };
}
