import { useCallback } from 'react';
import { ApiProblem, type Detail } from '../../api/problem.ts';
import { useText } from '../../i18n/language.tsx';
import { faultMessages } from './fault-messages.ts';

type Known = keyof typeof faultMessages.en;

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
  const say = useText(faultMessages);
  return useCallback(
    ({ field, code, permitted_by }) => {
      const name = nameOf(field);
      const known = [`${code}.${permitted_by}`, `${code}.${alike[name] ?? name}`, code].find(
        (key) => key in faultMessages.en,
      );
      return say((known ?? 'other') as Known);
    },
    [say],
  );
}

/** The same for each field of a form, by its name. */
export function useFaults(error: unknown): Record<string, string> {
  const textOf = useFaultText();
  if (!(error instanceof ApiProblem)) return {};
  return Object.fromEntries(error.details.map((fault) => [withoutIndex(fault.field), textOf(fault)]));
}
