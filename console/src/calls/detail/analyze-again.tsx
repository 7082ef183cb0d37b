import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { useText } from '../../i18n/language.tsx';
import { useWrite } from '../../parts/forms/use-write.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { showDone } from '../../parts/problems/show-problem.tsx';
import { useFaultText } from '../../parts/problems/use-faults.ts';
import { words } from '../../parts/words.messages.ts';
import type { Call } from '../call.ts';
import { analysisMessages } from './analysis-messages.ts';

const steps = ['voice_analysis', 'transcription', 'summary'] as const;
type Step = (typeof steps)[number];

/** Starts a new analysis of a recording; renders nothing if there is no recording, and is disabled while one runs. */
export function AnalyzeAgain({ call }: { call: Call }) {
  const say = useText(analysisMessages);
  const [isAsking, setIsAsking] = useState(false);
  if (call.status !== 'connected' || call.recording?.status !== 'ready') return null;
  const isPending = steps.some((step) => call[step]?.status === 'pending');
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="refresh" />}
        disabled={isPending}
        onClick={() => setIsAsking(true)}
      >
        {say('again')}
      </Button>
      {isAsking && <AnalysisWindow callId={call.call_id} onClose={() => setIsAsking(false)} />}
    </>
  );
}

function AnalysisWindow({ callId, onClose }: { callId: string; onClose: () => void }) {
  const say = useText(analysisMessages);
  const word = useText(words);
  const [from, setFrom] = useState<Step>('voice_analysis');
  const analyze = useWrite(
    (send, first: Step) => send('POST', '/calls/{callId}/analyze', { params: { callId }, query: { from: first } }),
    {
      changes: ['/calls/{callId}'],
      onDone: () => {
        showDone(say('begun'));
        onClose();
      },
      shown: 'form',
    },
  );
  return (
    <Modal opened onClose={onClose} title={say('title')} size="lg">
      <Stack>
        {analyze.error && <Refusal error={analyze.error} />}
        <Text size="sm">{say('about')}</Text>
        <Radio.Group label={say('from')} value={from} onChange={(next) => setFrom(next as Step)}>
          <Stack gap="xs" mt={6}>
            {steps.map((step) => (
              <Radio key={step} value={step} label={say(step)} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {word('cancel')}
          </Button>
          <Button loading={analyze.isPending} onClick={() => analyze.mutate(from)}>
            {say('begin')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Why this call cannot be analyzed. Errors that belong to no field are shown at the edge of the window, as everywhere. */
function Refusal({ error }: { error: Error }) {
  const textOf = useFaultText();
  const [fault] = error instanceof ApiProblem ? error.details : [];
  if (!fault) return null;
  return (
    <Alert color="red" role="alert" icon={<Icon name="alert-triangle" />}>
      {textOf(fault)}
    </Alert>
  );
}
