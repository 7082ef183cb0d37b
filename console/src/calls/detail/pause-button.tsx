import { Button } from '@mantine/core';
import { useText } from '../../i18n/language.tsx';
import { useWrite } from '../../parts/forms/use-write.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { useNames } from '../../parts/values/use-names.ts';
import type { Call } from '../call.ts';
import { recordingMessages } from './recording-messages.ts';

export const isPaused = ({ ended_at, recording }: Call) =>
  ended_at === null && recording?.pauses.at(-1)?.end_seconds === null;

/** Pauses the recording of a connected call, or resumes it. The server answers after the phone system has confirmed. */
export function PauseButton({ call }: { call: Call }) {
  const say = useText(recordingMessages);
  const { projects } = useNames();
  const verb = isPaused(call) ? 'resume' : 'pause';
  const change = useWrite(
    (send, callId: string) => send('POST', `/calls/{callId}/recording/${verb}`, { params: { callId } }),
    { changes: ['/calls/{callId}'], goesOn: true },
  );
  const isRecorded = projects.find(({ project_id }) => project_id === call.project_id)?.records_calls ?? true;
  // A call goes on being recorded if the project has changed meanwhile, and its pauses must be possible to end.
  if (call.answered_at === null || (!isRecorded && !call.recording)) return null;
  return (
    <Button
      variant="default"
      leftSection={<Icon name={verb === 'pause' ? 'player-pause' : 'player-play'} />}
      loading={change.isPending}
      onClick={() => change.mutate(call.call_id)}
    >
      {say(verb)}
    </Button>
  );
}
