import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayWrite } from '../api/session.ts';
import { useOne } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { TextLink } from '../parts/page/links.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Loaded } from '../parts/page/states.tsx';
import { showDone } from '../parts/problems/show-problem.tsx';
import { paths } from '../paths.ts';
import { DeleteWindow } from './delete-window.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { webhookMessages } from './messages.ts';
import { ReplayWindow } from './replay-window.tsx';
import { RotateWindow } from './rotate-window.tsx';
import { TestWindow } from './test-window.tsx';
import type { Webhook } from './webhook.ts';
import { type Doing, StoppedNote, WebhookActions } from './webhook-actions.tsx';
import { WebhookDrawer } from './webhook-drawer.tsx';
import { WebhookFacts } from './webhook-facts.tsx';
import { WebhookState } from './webhook-state.tsx';

const route = getRouteApi('/signed-in/{-$mode}/webhooks/$webhookId');

export function WebhookPage() {
  const { webhookId } = route.useParams();
  // It may be disabled while the page is open.
  const webhook = useOne('/webhooks/{webhookId}', { params: { webhookId } }, { refetchInterval: 5_000 });
  return <Loaded query={webhook}>{({ data }) => <WebhookView webhook={data} />}</Loaded>;
}

function WebhookView({ webhook }: { webhook: Webhook }) {
  const say = useText(webhookMessages);
  const mayWrite = useMayWrite();
  const [doing, setDoing] = useState<Doing>();
  const stop = () => setDoing(undefined);
  return (
    <>
      <PageHeader
        above={
          <TextLink to={paths.webhooks} size="sm">
            ← {say('allWebhooks')}
          </TextLink>
        }
        title={webhook.label}
        about={<WebhookState webhook={webhook} />}
        actions={mayWrite && <WebhookActions webhook={webhook} onDo={setDoing} />}
      />
      <Stack>
        {webhook.disabled_reason && <StoppedNote webhook={webhook} />}
        <WebhookFacts webhook={webhook} />
        <DeliveryLog webhookId={webhook.webhook_id} />
      </Stack>
      <WebhookDrawer
        opened={doing === 'edit'}
        webhook={webhook}
        onClose={stop}
        onSaved={() => {
          stop();
          showDone(say('saved'));
        }}
      />
      {doing === 'test' && <TestWindow webhook={webhook} onClose={stop} />}
      {doing === 'replay' && <ReplayWindow webhook={webhook} onClose={stop} />}
      {doing === 'delete' && <DeleteWindow webhook={webhook} onClose={stop} />}
      {doing === 'rotate' && <RotateWindow webhook={webhook} onClose={stop} />}
    </>
  );
}
