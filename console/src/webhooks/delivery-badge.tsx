import { Badge } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { webhookMessages } from './messages.ts';
import type { DeliveryStatus } from './webhook.ts';

const colors: Record<DeliveryStatus, string> = { pending: 'blue', delivered: 'teal', failed: 'red', canceled: 'gray' };

export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  const say = useText(webhookMessages);
  return <Badge color={colors[status]}>{say(status)}</Badge>;
}
