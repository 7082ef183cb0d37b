import { Box, Button, Group } from '@mantine/core';
import { otherMode, useMode } from '../api/mode.ts';
import type { Shapes } from '../api/types.ts';
import { useText } from '../i18n/language.tsx';
import { ButtonLink } from '../parts/page/links.tsx';
import { CodeBlock } from '../parts/values/code-block.tsx';
import { useNames } from '../parts/values/use-names.ts';
import { paths } from '../paths.ts';
import { startMessages } from './messages.ts';
import { StartStep } from './step.tsx';

type Props = { steps: Shapes['FirstSteps']; onCall: () => void };

/** The first call, or the people and projects that it needs first. */
export function CallStep({ steps, onCall }: Props) {
  const say = useText(startMessages);
  const mode = useMode();
  const canCall = steps.staff && steps.project;
  const isDone = steps.called_in.length > 0;
  const isNext = steps.key && !isDone;
  return (
    <StartStep
      icon="phone"
      title={say('call')}
      about={say(canCall ? 'callAbout' : 'callNeeds')}
      isDone={isDone}
      action={
        <Group gap="xs">
          {!steps.staff && (
            <ButtonLink to={paths.people} variant={isNext ? 'filled' : 'default'}>
              {say('addPerson')}
            </ButtonLink>
          )}
          {!steps.project && (
            <ButtonLink to={paths.projects} variant={isNext ? 'filled' : 'default'}>
              {say('addProject')}
            </ButtonLink>
          )}
          {canCall && (
            <Button variant={isNext ? 'filled' : 'default'} onClick={onCall}>
              {say('callAction')}
            </Button>
          )}
          {isDone && (
            <ButtonLink
              to={paths.calls}
              params={{ mode: steps.called_in.includes(mode) ? mode : otherMode(mode) }}
              variant="subtle"
            >
              {say('seeCall')}
            </ButtonLink>
          )}
        </Group>
      }
    />
  );
}

const isActive = ({ is_active }: { is_active: boolean }) => is_active;

/** The same call from a program. */
export function CallSample() {
  const say = useText(startMessages);
  const { staff, projects } = useNames();
  const body = {
    phone_number: '+81-90-1234-5678',
    staff_id: staff.find(isActive)?.staff_id ?? 1,
    project_id: projects.find(isActive)?.project_id ?? 1,
  };
  const code = `curl '${location.origin}/api/v1/calls/initiate' \\
  -H 'Authorization: Bearer tl_test_...' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`;
  return (
    <Box mt="md">
      <CodeBlock label={say('orByApi')} code={code} />
    </Box>
  );
}
