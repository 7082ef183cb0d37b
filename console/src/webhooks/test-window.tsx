import { Alert, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useOne } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { Loaded } from '../parts/page/states.tsx';
import { words } from '../parts/words.messages.ts';
import { FailureText, RequestSent, ResponseBody } from './attempt-outcome.tsx';
import { webhookMessages } from './messages.ts';
import type { TestDelivery, Webhook } from './webhook.ts';

type Props = { webhook: Webhook; onClose: () => void };

/** Sends a sample at once, and shows the request and the answer. */
export function TestWindow({ webhook, onClose }: Props) {
  const say = useText(webhookMessages);
  const word = useText(words);
  const params = { webhookId: webhook.webhook_id };
  const test = useWrite((send, _: undefined) => send('POST', '/webhooks/{webhookId}/test', { params }), {
    changes: ['/webhooks/{webhookId}/deliveries'],
    goesOn: true, // The Done button leaves the window, and cancels nothing.
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
        {test.data && <Outcome webhookId={webhook.webhook_id} test={test.data.data} />}
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

function Outcome({ webhookId, test }: { webhookId: number; test: TestDelivery }) {
  const say = useText(webhookMessages);
  const { success, response_status, duration_ms } = test;
  const exchange = useOne('/webhooks/{webhookId}/deliveries/{deliveryId}', {
    params: { webhookId, deliveryId: test.delivery_id },
  });
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
        {exchange.data?.data.attempts
          .filter(({ error_code }) => error_code !== 'refused') // The title already says that.
          .map((attempt) => (
            <FailureText key={attempt.at} attempt={attempt} />
          ))}
      </Alert>
      <Loaded query={exchange}>
        {({ data }) => (
          <>
            <RequestSent request={data.request} />
            {data.attempts.map((attempt) => (
              <ResponseBody key={attempt.at} attempt={attempt} />
            ))}
          </>
        )}
      </Loaded>
    </>
  );
}
