import { Badge } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { webhookMessages } from './messages.ts';
import type { Webhook } from './webhook.ts';

/** Whether events are sent, and if not, who disabled the webhook. */
export function WebhookState({ webhook: { is_enabled, disabled_reason } }: { webhook: Webhook }) {
  const say = useText(webhookMessages);
  if (is_enabled) return <Badge color="teal">{say('enabled')}</Badge>;
  return <Badge color={disabled_reason ? 'red' : 'gray'}>{say(disabled_reason ? 'disabledByUs' : 'disabled')}</Badge>;
}
