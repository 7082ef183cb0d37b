import { Button } from '@mantine/core';
import { useWrite } from '../../api/use-api.ts';
import { useText } from '../../i18n/language.tsx';
import type { Call } from '../call.ts';
import { detailMessages } from './messages.ts';

/** Puts a call in conversation on hold, or resumes it. */
export function HoldButton({ call }: { call: Call }) {
  const say = useText(detailMessages);
  const verb = call.is_on_hold ? 'resume' : 'hold';
  const change = useWrite((send, id: string) => send('POST', `/calls/${id}/${verb}`), {
    changes: [`/calls/${call.call_id}`],
    goesOn: true,
  });
  if (call.answered_at === null) return null;
  return (
    <Button variant="default" loading={change.isPending} onClick={() => change.mutate(call.call_id)}>
      {say(verb)}
    </Button>
  );
}
