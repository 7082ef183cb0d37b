import { Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useMayWrite } from '../../api/session.ts';
import { useText } from '../../i18n/language.tsx';
import { useWrite } from '../../parts/forms/use-write.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { TextLink } from '../../parts/page/links.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { useNationalNumbers, WrittenNumber } from '../../parts/values/phone-number.tsx';
import { paths } from '../../paths.ts';
import type { Call } from '../call.ts';
import { callMessages } from '../messages.ts';
import { NewCallWindow } from '../new-call.ts';
import { useShownNumber } from '../shown-number.ts';
import { StatusBadge } from '../status-badge.tsx';
import { TalkTime } from '../talk-time.tsx';
import { AnalyzeAgain } from './analyze-again.tsx';
import { useCustomer } from './customer-link.tsx';
import { HoldButton } from './hold-button.tsx';
import { detailMessages } from './messages.ts';
import { isPaused, PauseButton } from './pause-button.tsx';
import { recordingMessages } from './recording-messages.ts';

export function CallHeader({ call }: { call: Call }) {
  const say = useText(detailMessages);
  const sayCall = useText(callMessages);
  const sayRecording = useText(recordingMessages);
  const mayWrite = useMayWrite();
  const [isStarting, setIsStarting] = useState(false);
  const hangUp = useWrite((send, callId: string) => send('POST', '/calls/{callId}/hangup', { params: { callId } }), {
    changes: ['/calls'],
    goesOn: true,
  });
  const national = useNationalNumbers();
  const number = useShownNumber(call.phone_number);
  const customer = useCustomer(call.customer_id);
  return (
    <>
      <PageHeader
        above={
          <TextLink to={paths.calls} size="sm">
            ← {say('allCalls')}
          </TextLink>
        }
        title={customer?.name ?? say('title', { number: national(number) })}
        about={
          <Group gap="xs" role="status">
            {customer && (
              <Text size="sm" ff="monospace">
                <WrittenNumber number={number} />
              </Text>
            )}
            <StatusBadge call={call} />
            <Text size="sm" c="dimmed">
              {sayCall(call.call_type)}
            </Text>
            <TalkTime call={call} />
            {call.is_on_hold && <Badge color="yellow">{say('held')}</Badge>}
            {isPaused(call) && <Badge color="orange">{sayRecording('paused')}</Badge>}
            {call.test && <Badge color="orange">{say('testCall')}</Badge>}
          </Group>
        }
        actions={
          mayWrite &&
          (call.ended_at === null ? (
            <Group gap="xs">
              <PauseButton call={call} />
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
