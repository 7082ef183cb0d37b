import { Code, Group } from '@mantine/core';
import { callMessages } from '../calls/messages.ts';
import { useText } from '../i18n/language.tsx';
import { Section } from '../parts/page/section.tsx';
import { CopyButton } from '../parts/values/copy-button.tsx';
import { Facts } from '../parts/values/facts.tsx';
import { useNames } from '../parts/values/use-names.ts';
import { When } from '../parts/values/when.tsx';
import { words } from '../parts/words.messages.ts';
import { webhookMessages } from './messages.ts';
import type { Webhook } from './webhook.ts';

export function WebhookFacts({ webhook: { url, events, filters, created_at } }: { webhook: Webhook }) {
  const say = useText(webhookMessages);
  const sayCall = useText(callMessages);
  const word = useText(words);
  const { projectName } = useNames();
  return (
    <Section title={say('settings')}>
      <Facts
        facts={[
          [
            'URL',
            <Group key="url" gap={4} wrap="nowrap">
              <Code>{url}</Code>
              <CopyButton value={url} />
            </Group>,
          ],
          [
            say('events'),
            <Group key="events" gap={4}>
              {events.map((event) => (
                <Code key={event}>{event}</Code>
              ))}
            </Group>,
          ],
          [say('filterProjects'), filters.project_ids?.map(projectName).join(', ') || say('anyProject')],
          [say('filterStatuses'), filters.call_status?.map((status) => sayCall(status)).join(', ') || say('anyStatus')],
          [word('created'), <When key="created" at={created_at} exact />],
        ]}
      />
    </Section>
  );
}
