import { useText } from '../i18n/language.tsx';
import { callMessages } from './messages.ts';

/** The number of a call, in words if the caller withheld it or the person was erased. */
export function useShownNumber(number: string | null): string {
  const say = useText(callMessages);
  if (number === null) return say('erased');
  return number === 'anonymous' ? say('anonymous') : number;
}
