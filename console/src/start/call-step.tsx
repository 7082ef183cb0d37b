import { Button, Group } from '@mantine/core';
import { otherMode, useMode } from '../api/mode.ts';
import { useMayWrite } from '../api/session.ts';
import { useText } from '../i18n/language.tsx';
import { ButtonLink } from '../parts/page/links.tsx';
import { CodeBlock } from '../parts/values/code-block.tsx';
import { useNames } from '../parts/values/use-names.ts';
import { paths } from '../paths.ts';
import { startMessages } from './messages.ts';
import { StartStep } from './step.tsx';
import type { Progress } from './use-progress.ts';

type Props = { progress: Progress; onCall: () => void };

/** The first call, or the people and projects that it needs first. */
export function CallStep({ progress: { made, lacks, done }, onCall }: Props) {
  const say = useText(startMessages);
  const mode = useMode();
  const mayWrite = useMayWrite();
  const canCall = !lacks.people && !lacks.projects;
  return (
    <StartStep
      icon="phone"
      title={say('call')}
      about={say(canCall ? 'callAbout' : 'callNeeds')}
      isDone={done.call}
      action={
        <Group gap="xs">
          {mayWrite && lacks.people && (
            <ButtonLink to={paths.people} variant={done.key ? 'filled' : 'default'}>
              {say('addPerson')}
            </ButtonLink>
          )}
          {mayWrite && lacks.projects && (
            <ButtonLink to={paths.projects} variant={done.key ? 'filled' : 'default'}>
              {say('addProject')}
            </ButtonLink>
          )}
          {mayWrite && canCall && (
            <Button variant={done.key && !done.call ? 'filled' : 'default'} onClick={onCall}>
              {say('callAction')}
            </Button>
          )}
          {done.call && (
            <ButtonLink to={paths.calls} params={{ mode: made[mode] > 0 ? mode : otherMode(mode) }} variant="subtle">
              {say('seeCall')}
            </ButtonLink>
          )}
        </Group>
      }
    >
      {!done.call && canCall && <CallSample />}
    </StartStep>
  );
}

function CallSample() {
  const say = useText(startMessages);
  const { staff, projects } = useNames();
  const body = {
    phone_number: '+81-90-1234-5678',
    staff_id: staff[0]?.staff_id ?? 1,
    project_id: projects[0]?.project_id ?? 1,
  };
  const code = `curl '${location.origin}/api/v1/calls/initiate' \\
  -H 'Authorization: Bearer tl_test_...' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'`;
  return <CodeBlock label={say('orByApi')} code={code} />;
}
