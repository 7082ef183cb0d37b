import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayWrite } from '../api/session.ts';
import { usePage } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { PageHeader } from '../parts/page/page-header.tsx';
import { Card, Empty, Loaded } from '../parts/page/states.tsx';
import { paths } from '../paths.ts';
import { webhookMessages } from './messages.ts';
import { SecretWindow } from './secret-window.tsx';
import type { CreatedWebhook } from './webhook.ts';
import { WebhookDrawer } from './webhook-drawer.tsx';
import { WebhookTable } from './webhook-table.tsx';

export function WebhooksPage() {
  const say = useText(webhookMessages);
  const mayWrite = useMayWrite();
  const navigate = useNavigate();
  const webhooks = usePage('/webhooks', { query: { per_page: 100 } });
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<CreatedWebhook>();
  const createButton = mayWrite && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setIsCreating(true)}>
      {say('create')}
    </Button>
  );
  return (
    <>
      <PageHeader title={say('title')} about={say('about')} actions={createButton} />
      <Card>
        <Loaded query={webhooks}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon="webhook" title={say('empty')} action={createButton}>
                {say('emptyAbout')}
              </Empty>
            ) : (
              <WebhookTable webhooks={data} />
            )
          }
        </Loaded>
      </Card>
      <WebhookDrawer
        opened={isCreating}
        onClose={() => setIsCreating(false)}
        onSaved={(saved) => {
          setIsCreating(false);
          if ('secret' in saved) setCreated(saved);
        }}
      />
      <SecretWindow
        label={created?.label ?? ''}
        secret={created?.secret}
        onClose={() => {
          const id = created?.webhook_id;
          setCreated(undefined);
          if (id !== undefined) void navigate({ to: paths.webhook, params: { webhookId: String(id) } });
        }}
      />
    </>
  );
}
