import type { Shapes } from '../api/types.ts';
import { useOne } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { RemoveWindow } from '../parts/forms/remove-window.tsx';
import { Follows, isRemovable } from '../parts/page/follows.tsx';
import { peopleMessages } from './messages.ts';
import type { Staff } from './staff.ts';

type Props = { person: Staff; onClose: () => void };

export function RemovePersonWindow({ person: { staff_id: staffId, name }, onClose }: Props) {
  const say = useText(peopleMessages);
  const preview = useOne('/staff/{staffId}/removal', { params: { staffId } }, { staleTime: 0 });
  const said = { preview, consequences: useConsequences() };
  return (
    <RemoveWindow
      remove={(send) => send('DELETE', '/staff/{staffId}', { params: { staffId } })}
      changes={['/staff', '/projects', '/home']}
      title={say('removeTitle', { name })}
      isReady={isRemovable(said)}
      done={say('removed', { name })}
      onClose={onClose}
    >
      <Follows {...said} />
    </RemoveWindow>
  );
}

function useConsequences() {
  const say = useText(peopleMessages);
  return ({ username, open_calls: n, projects, is_last }: Shapes['StaffRemoval']) => ({
    follows: [
      say('removeNoCalls'),
      ...(username === null ? [] : [say('removeAccount', { username })]),
      ...(n === 0 ? [] : [say('removeOpenCalls', { n })]),
      ...projects.map(({ name, rings_then }) => say(`removeRings_${rings_then}`, { project: name })),
      ...(is_last ? [say('removeLast')] : []),
      say('removeKept'),
      say('removeForGood'),
    ],
  });
}
