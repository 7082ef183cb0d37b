import { Button, Checkbox, Code, Group, Stack } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { webhookMessages } from './messages.ts';
import { type EventType, eventTypes } from './webhook.ts';

type Props = { chosen: EventType[]; onChange: (events: EventType[]) => void; error: string | undefined };

export function EventChoice({ chosen, onChange, error }: Props) {
  const say = useText(webhookMessages);
  const presets: { label: string; events: EventType[] }[] = [
    { label: say('allEvents'), events: [...eventTypes] },
    { label: say('endings'), events: ['call.completed', 'call.missed'] },
    { label: say('noEvents'), events: [] },
  ];
  return (
    <Checkbox.Group
      label={say('eventsLabel')}
      value={chosen}
      onChange={(next) => onChange(next as EventType[])}
      error={error ?? (chosen.length === 0 && say('chooseEvent'))}
    >
      <Group gap={4} my={6}>
        {presets.map(({ label, events }) => (
          <Button key={label} size="compact-xs" variant="light" onClick={() => onChange(events)}>
            {label}
          </Button>
        ))}
      </Group>
      <Stack gap="xs">
        {eventTypes.map((event) => (
          <Checkbox key={event} value={event} label={<Code fz={12}>{event}</Code>} description={say(event)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
