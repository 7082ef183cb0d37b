import { Alert, Button, Chip, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useMode } from '../api/mode.ts';
import { useSession } from '../api/session.ts';
import { useText } from '../i18n/language.tsx';
import { isOfFields, useWrite } from '../parts/forms/use-write.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { ProblemNote, useProblemText } from '../parts/problems/show-problem.tsx';
import { useFaults } from '../parts/problems/use-faults.ts';
import { projectOptions, staffOptions, useNames } from '../parts/values/use-names.ts';
import { words } from '../parts/words.messages.ts';
import { paths } from '../paths.ts';
import type { CallStatus, NewCall } from './call.ts';
import { callMessages } from './messages.ts';

/** The last four digits of a test call choose how it ends. */
const outcomes: { digits: string; status: CallStatus }[] = [
  { digits: '5678', status: 'connected' },
  { digits: '0001', status: 'no_answer' },
  { digits: '0002', status: 'busy' },
  { digits: '0003', status: 'rejected' },
  { digits: '0004', status: 'failed' },
  { digits: '0006', status: 'canceled' },
  { digits: '0007', status: 'voicemail' },
];

/** What becomes of a live call on this server. */
const liveNotes = { real: 'liveWarning', simulated: 'liveSimulated', unavailable: 'liveUnavailable' } as const;

type Props = { onClose: () => void; phoneNumber?: string; projectId?: number };

export function NewCallWindow({ onClose, phoneNumber, projectId }: Props) {
  const say = useText(callMessages);
  const word = useText(words);
  const mode = useMode();
  const navigate = useNavigate();
  const { staff, projects } = useNames();
  const isTest = mode === 'test';
  const people = staffOptions(staff);
  const places = projectOptions(projects);
  const [number, setNumber] = useState(phoneNumber ?? (isTest ? '+81-90-1234-5678' : ''));
  const [staffId, setStaffId] = useState('');
  const [chosenProject, setChosenProject] = useState(projectId === undefined ? '' : String(projectId));
  const [externalId, setExternalId] = useState('');
  const start = useWrite((send, call: NewCall) => send('POST', '/calls/initiate', { body: call }), {
    changes: ['/calls'],
    onDone: ({ data }) => void navigate({ to: paths.call, params: { callId: data.call_id } }),
    shown: 'window',
    canceledNote: say('mayBePlaced'),
  });

  const chosen = { staff: staffId || (people[0]?.value ?? ''), project: chosenProject || (places[0]?.value ?? '') };
  const faults = useFaults(start.error);
  const textOf = useProblemText();
  const { live_calls: liveCalls } = useSession();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate({
      phone_number: number.trim(),
      staff_id: Number(chosen.staff),
      project_id: Number(chosen.project),
      ...(externalId && { external_id: externalId }),
    });
  };

  return (
    <Modal opened onClose={onClose} title={say(isTest ? 'newTestCall' : 'newCall')}>
      <form onSubmit={onSubmit}>
        <Stack>
          {start.error && !isOfFields(start.error) && (
            <Alert color="red" role="alert" icon={<Icon name="alert-triangle" />}>
              <ProblemNote text={textOf(start.error)} error={start.error} />
            </Alert>
          )}
          {!isTest && (
            <Alert
              color={liveCalls === 'simulated' ? 'blue' : 'yellow'}
              icon={<Icon name={liveCalls === 'simulated' ? 'info-circle' : 'alert-triangle'} />}
            >
              {say(liveNotes[liveCalls])}
            </Alert>
          )}
          <TextInput
            label={say('phoneNumber')}
            description={say('phoneNumberAbout')}
            type="tel"
            required
            data-autofocus
            value={number}
            onChange={(event) => setNumber(event.currentTarget.value)}
            error={faults.phone_number}
          />
          {isTest && (
            <Stack gap={6} role="group" aria-label={say('outcome')}>
              <Text size="sm" fw={500}>
                {say('outcome')}{' '}
                <Text span size="xs" c="dimmed" fw={400}>
                  {say('outcomeAbout')}
                </Text>
              </Text>
              <Chip.Group value={number.slice(-4)} onChange={(digits) => setNumber(`+81-90-1234-${digits}`)}>
                <Group gap={6}>
                  {outcomes.map(({ digits, status }) => (
                    <Chip key={digits} value={digits} size="xs">
                      {say(status)}
                    </Chip>
                  ))}
                </Group>
              </Chip.Group>
            </Stack>
          )}
          <Group grow align="flex-end">
            <NativeSelect
              label={word('staff')}
              description={say('staffAbout')}
              value={chosen.staff}
              onChange={(event) => setStaffId(event.currentTarget.value)}
              data={people.length > 0 ? people : [{ value: '', label: say('noStaff') }]}
              error={faults.staff_id}
            />
            <NativeSelect
              label={word('project')}
              value={chosen.project}
              onChange={(event) => setChosenProject(event.currentTarget.value)}
              data={places}
              error={faults.project_id}
            />
          </Group>
          <TextInput
            label={`${say('externalId')} (${word('optional')})`}
            maxLength={255}
            value={externalId}
            onChange={(event) => setExternalId(event.currentTarget.value)}
            error={faults.external_id}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {word('cancel')}
            </Button>
            <Button
              type="submit"
              leftSection={<Icon name="phone-plus" />}
              loading={start.isPending}
              disabled={people.length === 0 || places.length === 0}
            >
              {say('callIt')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
