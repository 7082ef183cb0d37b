import { Button } from '@mantine/core';
import { useText } from '../../i18n/language.tsx';
import { useWrite } from '../../parts/forms/use-write.ts';
import type { Call } from '../call.ts';
import { detailMessages } from './messages.ts';

/** Puts a connected call on hold, or resumes it. */
export function HoldButton({ call }: { call: Call }) {
  const say = useText(detailMessages);
  const verb = call.is_on_hold ? 'resume' : 'hold';
  const change = useWrite((send, callId: string) => send('POST', `/calls/{callId}/${verb}`, { params: { callId } }), {
    changes: ['/calls/{callId}'],
    goesOn: true,
  });
  if (call.answered_at === null) return null;
  return (
    <Button variant="default" loading={change.isPending} onClick={() => change.mutate(call.call_id)}>
      {say(verb)}
    </Button>
  );
}
