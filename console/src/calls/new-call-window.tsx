import { Alert, Button, Chip, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
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

/** The last four digits of a test call's number choose how it ends. */
const outcomes: { digits: string; status: CallStatus }[] = [
  { digits: '5678', status: 'connected' },
  { digits: '0001', status: 'no_answer' },
  { digits: '0002', status: 'busy' },
  { digits: '0003', status: 'rejected' },
  { digits: '0004', status: 'failed' },
  { digits: '0006', status: 'canceled' },
  { digits: '0007', status: 'voicemail' },
];

/** How this server handles a live call. */
const liveNotes = { real: 'liveWarning', simulated: 'liveSimulated', unavailable: 'liveUnavailable' } as const;

type Props = { onClose: () => void; phoneNumber?: string; projectId?: number };

export function NewCallWindow({ onClose, ...given }: Props) {
  const say = useText(callMessages);
  const word = useText(words);
  const { form, start, onSubmit, people, places, staffId, project, isTest } = useNewCall({ onClose, ...given });
  const faults = useFaults(start.error);

  return (
    <Modal opened onClose={onClose} title={say(isTest ? 'newTestCall' : 'newCall')}>
      <form onSubmit={onSubmit}>
        <Stack>
          <Notes isTest={isTest} error={start.error} />
          <TextInput
            label={say('phoneNumber')}
            description={say('phoneNumberAbout')}
            type="tel"
            required
            data-autofocus
            {...form.getInputProps('phone_number')}
            error={faults.phone_number}
          />
          {isTest && (
            <OutcomeChoice
              digits={form.values.phone_number.slice(-4)}
              onChoose={(digits) => form.setFieldValue('phone_number', `+81-90-1234-${digits}`)}
            />
          )}
          <Group grow align="flex-start">
            <NativeSelect
              label={word('staff')}
              description={say('staffAbout')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps('staff_id')}
              value={staffId}
              data={people.length > 0 ? people : [{ value: '', label: say('noStaff') }]}
              error={faults.staff_id}
            />
            <NativeSelect
              label={word('project')}
              {...form.getInputProps('project_id')}
              value={project}
              data={places}
              error={faults.project_id}
            />
          </Group>
          <TextInput
            label={say('externalIdOptional')}
            maxLength={255}
            {...form.getInputProps('external_id')}
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

/** The fields of a new call, with the first staff member and project as defaults, and the request that starts it. */
function useNewCall({ onClose, phoneNumber, projectId }: Props) {
  const say = useText(callMessages);
  const isTest = useMode() === 'test';
  const navigate = useNavigate();
  const { staff, projects } = useNames();
  const people = staffOptions(staff);
  const places = projectOptions(projects);
  const start = useWrite((send, call: NewCall) => send('POST', '/calls/initiate', { body: call }), {
    changes: ['/calls'],
    onDone: ({ data }) => {
      // A person who stays, because of unsaved edits on the page, would place the call twice.
      onClose();
      void navigate({ to: paths.call, params: { callId: data.call_id } });
    },
    shown: 'window',
    canceledNote: say('mayBePlaced'),
  });
  const form = useForm({
    initialValues: {
      phone_number: phoneNumber ?? (isTest ? '+81-90-1234-5678' : ''),
      staff_id: '',
      project_id: projectId === undefined ? '' : String(projectId),
      external_id: '',
    },
  });
  const staffId = form.values.staff_id || (people[0]?.value ?? '');
  const isPlace = places.some(({ value }) => value === form.values.project_id);
  const project = isPlace ? form.values.project_id : (places[0]?.value ?? '');
  const onSubmit = form.onSubmit(({ phone_number, external_id }) =>
    start.mutate({
      phone_number: phone_number.trim(),
      staff_id: Number(staffId),
      project_id: Number(project),
      ...(external_id && { external_id }),
    }),
  );
  return { form, start, onSubmit, people, places, staffId, project, isTest };
}

/** Errors that belong to no field, and how this server handles live calls. */
function Notes({ isTest, error }: { isTest: boolean; error: Error | null }) {
  const say = useText(callMessages);
  const textOf = useProblemText();
  const { live_calls: liveCalls } = useSession();
  const isSimulated = liveCalls === 'simulated';
  return (
    <>
      {error && !isOfFields(error) && (
        <Alert color="red" role="alert" icon={<Icon name="alert-triangle" />}>
          <ProblemNote text={textOf(error)} error={error} />
        </Alert>
      )}
      {!isTest && (
        <Alert
          color={isSimulated ? 'blue' : 'yellow'}
          icon={<Icon name={isSimulated ? 'info-circle' : 'alert-triangle'} />}
        >
          {say(liveNotes[liveCalls])}
        </Alert>
      )}
    </>
  );
}

function OutcomeChoice({ digits, onChoose }: { digits: string; onChoose: (digits: string) => void }) {
  const say = useText(callMessages);
  return (
    <Stack gap={6} role="group" aria-label={say('outcome')}>
      <Text size="sm" fw={500}>
        {say('outcome')}{' '}
        <Text span size="xs" c="dimmed" fw={400}>
          {say('outcomeAbout')}
        </Text>
      </Text>
      <Chip.Group value={digits} onChange={onChoose}>
        <Group gap={6}>
          {outcomes.map(({ digits: own, status }) => (
            <Chip key={own} value={own} size="xs">
              {say(status)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Stack>
  );
}
