import { useCallback } from 'react';
import { ApiProblem, type Detail } from '../../api/problem.ts';
import { useLanguage, useText } from '../../i18n/language.tsx';
import { loadFaultTexts, useFaultTexts } from './fault-texts.ts';
import { problemMessages } from './problem-messages.ts';

/** Fields that share their texts. */
const alike: Record<string, string> = {
  tel1: 'number',
  tel2: 'number',
  tel3: 'number',
  phone_number: 'number',
  caller_id: 'number',
};

/** A form has one field for a whole list: a fault of `allowlist[0]` belongs to `allowlist`. */
const withoutIndex = (field: string) => field.replace(/\[\d+\]$/, '');

/** `customers[3].tel1` is about `tel1`. */
const nameOf = (field: string) => withoutIndex(field).split('.').at(-1) ?? '';

/** A fault in the language of the person. The server's sentences are for programs and are never shown. */
export function useFaultText(): (fault: Pick<Detail, 'field' | 'code'> & { permitted_by?: unknown }) => string {
  const { language } = useLanguage();
  const loaded = useFaultTexts();
  const say = useText(problemMessages);
  return useCallback(
    ({ field, code, permitted_by }) => {
      if (typeof loaded !== 'object') {
        void loadFaultTexts();
        return loaded === 'missing' ? say('refused') : '…';
      }
      const texts: Record<string, string> = loaded[language];
      const name = nameOf(field);
      const keys = [`${code}.${permitted_by}`, `${code}.${alike[name] ?? name}`, code, 'other'];
      return texts[keys.find((key) => key in texts) ?? 'other'] ?? '';
    },
    [loaded, language, say],
  );
}

/** The same for each field of a form, by its name. */
export function useFaults(error: unknown): Record<string, string> {
  const textOf = useFaultText();
  if (!(error instanceof ApiProblem)) return {};
  return Object.fromEntries(error.details.map((fault) => [withoutIndex(fault.field), textOf(fault)]));
}
