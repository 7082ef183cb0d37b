import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { useLanguage, useText } from '../i18n/language.tsx';
import { useNames } from '../parts/values/use-names.ts';
import { formatMoment } from '../parts/values/when.tsx';
import type { AuditEntry } from './administrator.ts';
import { auditDetailMessages } from './audit-detail-messages.ts';
import { auditValueMessages } from './audit-value-messages.ts';
import { settingsMessages } from './messages.ts';

type Details = AuditEntry['details'];

const has = <T extends object>(words: T, name: string): name is string & keyof T => Object.hasOwn(words, name);

/** Details whose values are names of fields. */
const naming = ['fields', 'by'];
const projects = ['project_id', 'project_ids'];
const moments = ['since', 'until', 'expires_at'];

/** The details of an entry in words, with their codes in the tooltip. A name or value of a newer server is shown as its code. */
export function AuditFacts({ details }: { details: Details }) {
  const say = useText(settingsMessages);
  const inWords = useWords();
  const sayDetail = useText(auditDetailMessages);
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {Object.entries(details).map(([code, value], at) => (
        <Fragment key={code}>
          {at > 0 && ' · '}
          <span title={`${code}: ${codeOf(value)}`}>
            {say('auditDetail', {
              name: has(auditDetailMessages.en, code) ? sayDetail(code) : code,
              value: inWords(code, value),
            })}
          </span>
        </Fragment>
      ))}
    </Text>
  );
}

/** The value of a detail in words. */
function useWords() {
  const { language } = useLanguage();
  const sayDetail = useText(auditDetailMessages);
  const sayValue = useText(auditValueMessages);
  const { projectName } = useNames();
  const inWords = (detail: string, value: unknown): string => {
    if (Array.isArray(value)) return value.map((one) => inWords(detail, one)).join(', ');
    const code = codeOf(value);
    if (naming.includes(detail)) return has(auditDetailMessages.en, code) ? sayDetail(code) : code;
    if (projects.includes(detail)) return projectName(Number(code));
    if (moments.includes(detail) && !Number.isNaN(Date.parse(code))) return formatMoment(code, language);
    const known = [`${detail}.${code}`, ...(typeof value === 'string' ? [] : [code])].find((name) =>
      has(auditValueMessages.en, name),
    );
    return known === undefined ? code : sayValue(known as keyof typeof auditValueMessages.en);
  };
  return inWords;
}

const codeOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(codeOf).join(', ') : typeof value === 'string' ? value : JSON.stringify(value);
