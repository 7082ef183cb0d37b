import { Code, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.tsx';
import { CodeBlock } from '../../parts/values/code-block.tsx';
import { CopyButton } from '../../parts/values/copy-button.tsx';
import { formatDuration } from '../../parts/values/duration.ts';
import { Facts } from '../../parts/values/facts.tsx';
import { useNames } from '../../parts/values/use-names.ts';
import { When } from '../../parts/values/when.tsx';
import { words } from '../../parts/words.messages.ts';
import type { Call } from '../call.ts';
import { callMessages } from '../messages.ts';
import { UnknownCustomer } from './add-customer.tsx';
import { CustomerLink } from './customer-link.tsx';
import { EndReason, NetworkCode } from './ending.tsx';
import { detailMessages } from './messages.ts';

const enders = { staff: 'byStaff', customer: 'byCustomer', system: 'bySystem' } as const;

export function CallFacts({ call }: { call: Call }) {
  const say = useText(detailMessages);
  const sayCall = useText(callMessages);
  const word = useText(words);
  const { staffName, projectName } = useNames();
  const moment = (at: string | null) => at && <When key={at} at={at} exact withSeconds />;
  const facts: [string, ReactNode][] = [
    [
      say('customer'),
      call.customer_id === null ? (
        <UnknownCustomer key="customer" call={call} />
      ) : (
        <CustomerLink key="customer" id={call.customer_id} />
      ),
    ],
    [word('staff'), call.staff_id === null ? sayCall('nobody') : staffName(call.staff_id)],
    [word('project'), projectName(call.project_id)],
    [say('initiated'), moment(call.initiated_at)],
    [say('answered'), moment(call.answered_at)],
    [say('ended'), moment(call.ended_at)],
    [say('rang'), call.ring_seconds !== null && formatDuration(call.ring_seconds)],
    [say('onHoldFor'), call.hold_seconds > 0 && formatDuration(call.hold_seconds)],
    [say('endReason'), call.end_reason && <EndReason key="reason" reason={call.end_reason} />],
    [say('hungUpBy'), call.hangup_by && say(enders[call.hangup_by])],
    [say('network'), (call.sip_code || call.q850_cause) && <NetworkCode key="network" call={call} />],
    [sayCall('externalId'), call.external_id],
    [
      say('callId'),
      <Group key="id" gap={4} wrap="nowrap">
        <Code fz={11} style={{ overflowWrap: 'anywhere' }}>
          {call.call_id}
        </Code>
        <CopyButton value={call.call_id} />
      </Group>,
    ],
  ];
  return (
    <>
      <Facts facts={facts} />
      {call.metadata && (
        <>
          <Text size="sm" c="dimmed" mt="md" mb={4}>
            {say('metadata')}
          </Text>
          <CodeBlock code={JSON.stringify(call.metadata, null, 2)} maxHeight={220} />
        </>
      )}
    </>
  );
}
