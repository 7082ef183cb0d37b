import { Badge } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import type { PartyState } from './party-state.ts';
import { partyStateMessages } from './party-state-messages.ts';

const colors: Record<PartyState, string> = {
  'not provisioned': 'yellow',
  unreachable: 'red',
  rejected: 'red',
  'not registered': 'gray',
  unknown: 'gray',
  reachable: 'teal',
  registered: 'teal',
};

export function PartyStateBadge({ state }: { state: PartyState }) {
  const say = useText(partyStateMessages);
  return (
    <Badge color={colors[state] ?? 'gray'} variant="dot">
      {state in colors ? say(state) : state}
    </Badge>
  );
}
