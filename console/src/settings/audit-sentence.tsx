import { Text } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { TextLink } from '../parts/page/links.tsx';
import { paths } from '../paths.ts';
import type { AuditEntry } from './administrator.ts';
import { auditMessages } from './audit-messages.ts';
import { settingsMessages } from './messages.ts';

type AuditAction = keyof typeof auditMessages.en;
export const auditActions = Object.keys(auditMessages.en) as AuditAction[];

const isKnown = (action: string): action is AuditAction => Object.hasOwn(auditMessages.en, action);

/** The words for an action, without the thing that it was done to. An action of a newer server is shown as its code. */
export function useActionName() {
  const did = useText(auditMessages);
  return (action: string) => {
    if (!isKnown(action)) return action;
    const text = did(action).replace('{what}', '').replace(/ {2,}/g, ' ').trim();
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
}

type Named = { entry: AuditEntry; name: string | undefined };

/** Who did what to the thing with this name, in words, with a link to it; the code of the action is in the tooltip. */
export function AuditSentence({ entry, name }: Named) {
  const say = useText(settingsMessages);
  const did = useText(auditMessages);
  const { administrator_email: who, action } = entry;
  const [, between] = say('auditBy').split(/\{\w+\}/);
  const [before = '', after] = (isKnown(action) ? did(action) : `${action} {what}`).split('{what}');
  return (
    <Text size="sm" title={action} style={{ overflowWrap: 'anywhere' }}>
      <b>{who ?? say('operator')}</b>
      {between}
      {before}
      {after !== undefined && <Subject entry={entry} name={name} />}
      {after}
    </Text>
  );
}

function Subject({ entry, name }: Named) {
  const say = useText(settingsMessages);
  if (name === undefined) return null;
  const shown = say('auditName', { name });
  const { subject, action } = entry;
  const [kind] = action.split('.');
  const isGone = /\.(deleted|removed|unblocked)$/.test(action) && kind !== 'recording';
  if (isGone || !subject) return shown;
  const [id = ''] = subject.split('/');
  if (kind === 'call' || kind === 'recording')
    return (
      <TextLink underline="always" to={paths.call} params={{ callId: id }}>
        {shown}
      </TextLink>
    );
  if (kind === 'customer' && action !== 'customer.upserted')
    return (
      <TextLink underline="always" to={paths.customer} params={{ customerId: id }}>
        {shown}
      </TextLink>
    );
  if (kind === 'webhook' || kind === 'delivery')
    return (
      <TextLink underline="always" to={paths.webhook} params={{ webhookId: id }}>
        {shown}
      </TextLink>
    );
  const list = kind && Object.hasOwn(lists, kind) ? lists[kind as keyof typeof lists] : undefined;
  return list ? (
    <TextLink underline="always" to={action === 'number.blocked' ? paths.blockedNumbers : list}>
      {shown}
    </TextLink>
  ) : (
    shown
  );
}

/** Things without a page of their own are on the page of their list. */
const lists = {
  administrator: paths.administrators,
  invitation: paths.administrators,
  key: paths.apiKeys,
  staff: paths.people,
  project: paths.projects,
  number: paths.numbers,
  trunk: paths.numbers,
} as const;
