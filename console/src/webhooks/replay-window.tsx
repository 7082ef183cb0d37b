import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useText } from '../i18n/language.tsx';
import { useWrite } from '../parts/forms/use-write.ts';
import { showDone } from '../parts/problems/show-problem.tsx';
import { useFaults } from '../parts/problems/use-faults.ts';
import { dayOf } from '../parts/values/days.ts';
import { words } from '../parts/words.messages.ts';
import { webhookMessages } from './messages.ts';
import type { Webhook } from './webhook.ts';

type Replay = { since: string; until?: string; status: 'failed' | 'all' };
type Values = { since: string; until: string; status: Replay['status'] };
type Props = { webhook: Webhook; onClose: () => void };

export function ReplayWindow({ webhook: { webhook_id }, onClose }: Props) {
  const say = useText(webhookMessages);
  const word = useText(words);
  const params = { webhookId: webhook_id };
  const replay = useWrite((send, body: Replay) => send('POST', '/webhooks/{webhookId}/replay', { params, body }), {
    changes: ['/webhooks/{webhookId}/deliveries'],
    onDone: ({ data }) => {
      showDone(say('replayed', { count: data.queued }));
      onClose();
    },
    shown: 'form',
  });
  const form = useForm<Values>({ initialValues: { since: dayBefore(), until: '', status: 'failed' } });
  const faults = useFaults(replay.error);
  const onReplay = ({ since, until, status }: Values) => {
    if (since === '') return;
    replay.mutate({
      since: new Date(since).toISOString(),
      ...(until && { until: new Date(until).toISOString() }),
      status,
    });
  };
  return (
    <Modal opened onClose={onClose} title={say('replayTitle')} size="lg">
      <form onSubmit={form.onSubmit(onReplay)}>
        <Stack>
          <Text size="sm">{say('replayAbout')}</Text>
          <Group grow align="flex-start">
            <TextInput
              type="datetime-local"
              max="9999-12-31T23:59"
              label={say('replaySince')}
              required
              data-autofocus
              {...form.getInputProps('since')}
              error={faults.since}
            />
            <TextInput
              type="datetime-local"
              max="9999-12-31T23:59"
              label={`${say('replayUntil')}${word('optional')}`}
              {...form.getInputProps('until')}
              error={faults.until}
            />
          </Group>
          <Radio.Group label={say('replayWhat')} {...form.getInputProps('status')}>
            <Stack gap="xs" mt={6}>
              <Radio value="failed" label={say('replayFailed')} />
              <Radio value="all" label={say('replayAll')} />
            </Stack>
          </Radio.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {word('cancel')}
            </Button>
            <Button type="submit" loading={replay.isPending}>
              {say('replayStart')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const dayBefore = () => localMinute(new Date(Date.now() - 86_400_000));

/** In the format of a field for a local date and time: 2026-11-15T09:30. */
function localMinute(moment: Date): string {
  return `${dayOf(moment)}T${moment.toTimeString().slice(0, 5)}`;
}
