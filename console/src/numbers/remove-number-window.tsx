import type { Shapes } from '../api/types.ts';
import { useOne } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { RemoveWindow } from '../parts/forms/remove-window.tsx';
import { Follows, isRemovable } from '../parts/page/follows.tsx';
import { useNationalNumbers } from '../parts/values/phone-number.tsx';
import { numberMessages } from './messages.ts';

type Props = { number: string; onClose: () => void };

export function RemoveNumberWindow({ number, onClose }: Props) {
  const say = useText(numberMessages);
  const national = useNationalNumbers();
  const preview = useOne('/numbers/{number}/removal', { params: { number } }, { staleTime: 0 });
  const said = { preview, consequences: useConsequences() };
  return (
    <RemoveWindow
      remove={(send) => send('DELETE', '/numbers/{number}', { params: { number } })}
      changes={['/numbers']}
      title={say('removeNumberTitle', { number: national(number) })}
      isReady={isRemovable(said)}
      onClose={onClose}
    >
      <Follows {...said} />
    </RemoveWindow>
  );
}

function useConsequences() {
  const say = useText(numberMessages);
  return ({ project, other_numbers, caller_id_of }: Shapes['NumberRemoval']) => ({
    follows: [
      say('removeNumberAbout'),
      say(other_numbers === 0 ? 'removeNumberLast' : 'removeNumberOthers', { project, n: other_numbers }),
      ...caller_id_of.map(({ name }) => say('removeNumberShown', { project: name })),
      say('removeNumberKept'),
    ],
  });
}
