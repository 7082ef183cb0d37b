import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { useText } from '../i18n/language.tsx';
import type { AuditEntry } from './administrator.ts';
import { auditDetailMessages } from './audit-detail-messages.ts';
import { settingsMessages } from './messages.ts';

const isKnown = (name: string): name is keyof typeof auditDetailMessages.en =>
  Object.hasOwn(auditDetailMessages.en, name);

/** Details whose values are names of fields. */
const naming = ['fields', 'by'];

/** The details of an entry in words, with their codes in the tooltip. A name of a newer server is shown as its code. */
export function AuditFacts({ details }: Pick<AuditEntry, 'details'>) {
  const say = useText(settingsMessages);
  const sayDetail = useText(auditDetailMessages);
  const inWords = (name: string) => (isKnown(name) ? sayDetail(name) : name);
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {Object.entries(details).map(([code, value], at) => (
        <Fragment key={code}>
          {at > 0 && ' · '}
          <span title={`${code}: ${textOf(value)}`}>
            {say('auditDetail', {
              name: inWords(code),
              value: naming.includes(code) ? textOf(value, inWords) : textOf(value),
            })}
          </span>
        </Fragment>
      ))}
    </Text>
  );
}

function textOf(value: unknown, inWords = (text: string) => text): string {
  if (Array.isArray(value)) return value.map((one) => textOf(one, inWords)).join(', ');
  return typeof value === 'string' ? inWords(value) : JSON.stringify(value);
}
