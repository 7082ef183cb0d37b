import { Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useMayWrite } from '../../api/session.ts';
import { useText } from '../../i18n/language.tsx';
import { useWrite } from '../../parts/forms/use-write.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { TextLink } from '../../parts/page/links.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { paths } from '../../paths.ts';
import type { Call } from '../call.ts';
import { callMessages } from '../messages.ts';
import { NewCallWindow } from '../new-call-window.tsx';
import { useShownNumber } from '../shown-number.ts';
import { StatusBadge } from '../status-badge.tsx';
import { TalkTime } from '../talk-time.tsx';
import { AnalyzeAgain } from './analyze-again.tsx';
import { HoldButton } from './hold-button.tsx';
import { detailMessages } from './messages.ts';

export function CallHeader({ call }: { call: Call }) {
  const say = useText(detailMessages);
  const sayCall = useText(callMessages);
  const mayWrite = useMayWrite();
  const [isStarting, setIsStarting] = useState(false);
  const hangUp = useWrite((send, callId: string) => send('POST', '/calls/{callId}/hangup', { params: { callId } }), {
    changes: ['/calls'],
    goesOn: true,
  });
  const number = useShownNumber(call.phone_number);
  return (
    <>
      <PageHeader
        above={
          <TextLink to={paths.calls} size="sm">
            ← {say('allCalls')}
          </TextLink>
        }
        title={say('title', { number })}
        about={
          <Group gap="xs" role="status">
            <StatusBadge call={call} />
            <Text size="sm" c="dimmed">
              {sayCall(call.call_type)}
            </Text>
            <TalkTime call={call} />
            {call.is_on_hold && <Badge color="yellow">{say('held')}</Badge>}
            {call.test && <Badge color="orange">{say('testCall')}</Badge>}
          </Group>
        }
        actions={
          mayWrite &&
          (call.ended_at === null ? (
            <Group gap="xs">
              <HoldButton call={call} />
              <Button
                color="red"
                leftSection={<Icon name="phone-off" />}
                loading={hangUp.isPending}
                onClick={() => hangUp.mutate(call.call_id)}
              >
                {say('hangUp')}
              </Button>
            </Group>
          ) : (
            <Group gap="xs">
              <AnalyzeAgain call={call} />
              {call.phone_number !== null && (
                <Button variant="default" leftSection={<Icon name="phone-plus" />} onClick={() => setIsStarting(true)}>
                  {say('callAgain')}
                </Button>
              )}
            </Group>
          ))
        }
      />
      {isStarting && call.phone_number !== null && (
        <NewCallWindow
          onClose={() => setIsStarting(false)}
          phoneNumber={call.phone_number}
          projectId={call.project_id}
        />
      )}
    </>
  );
}
