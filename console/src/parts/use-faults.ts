import { ApiProblem } from '../api/problem.ts';
import { useText } from '../i18n/language.tsx';
import { faultMessages } from './fault-messages.ts';

type Known = keyof typeof faultMessages.en;

/** What is wrong with each field, in words for people: the server's own are for who calls it, and in English. */
export function useFaults(error: unknown): Record<string, string> {
  const say = useText(faultMessages);
  if (!(error instanceof ApiProblem)) return {};
  return Object.fromEntries(
    error.details.flatMap(({ field, code, message }) =>
      field ? [[field, code in faultMessages.en ? say(code as Known) : say('other', { message })]] : [],
    ),
  );
}
