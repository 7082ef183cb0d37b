import { Alert, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import type { One, Page } from '../api/types.ts';
import { useRead, useWrite } from '../api/use-api.ts';
import { useText } from '../i18n/language.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { Icon } from '../parts/icon.tsx';
import { words } from '../parts/words.messages.ts';
import { webhookMessages } from './messages.ts';
import { sampleRequest } from './sample-request.ts';
import type { Delivery, TestDelivery, Webhook } from './webhook.ts';

type Props = { webhook: Webhook; onClose: () => void };

/** Sends a sample at once and shows what was sent and what came back. */
export function TestWindow({ webhook, onClose }: Props) {
  const say = useText(webhookMessages);
  const word = useText(words);
  const path = `/webhooks/${webhook.webhook_id}`;
  const test = useWrite((send, _: undefined) => send<One<TestDelivery>>('POST', `${path}/test`), {
    changes: [`${path}/deliveries`],
  });
  const { mutate } = test;
  useEffect(() => mutate(undefined), [mutate]);
  return (
    <Modal opened onClose={onClose} title={say('testTitle')} size="lg">
      <Stack>
        {test.isPending && (
          <Group role="status">
            <Loader size="sm" />
            <Text size="sm">{say('testing')}</Text>
          </Group>
        )}
        {test.data && <Outcome webhook={webhook} test={test.data.data} />}
        <Group justify="flex-end">
          <Button variant="default" loading={test.isPending} onClick={() => mutate(undefined)}>
            {word('tryAgain')}
          </Button>
          <Button onClick={onClose}>{word('done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Outcome({ webhook, test }: { webhook: Webhook; test: TestDelivery }) {
  const say = useText(webhookMessages);
  const { success, response_status, duration_ms, error } = test;
  const log = useRead<Page<Delivery>>(`/webhooks/${webhook.webhook_id}/deliveries`, { per_page: 10 });
  const delivery = log.data?.data.find(({ delivery_id }) => delivery_id === test.delivery_id);
  const body = delivery?.attempts.at(-1)?.response_body;
  return (
    <>
      <Alert
        role="status"
        color={success ? 'teal' : 'red'}
        icon={<Icon name={success ? 'check' : 'alert-triangle'} />}
        title={
          response_status === null ? say('testFailed') : say('testOk', { status: response_status, ms: duration_ms })
        }
      >
        {error}
      </Alert>
      <Text size="xs" c="dimmed">
        {say('requestAbout')}
      </Text>
      <CodeBlock label={say('request')} code={sampleRequest(webhook, test)} maxHeight={260} />
      {body && <CodeBlock label={say('response')} code={body} maxHeight={160} />}
    </>
  );
}
