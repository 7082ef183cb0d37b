import type { Shapes } from '../api/types.ts';
import { useOne } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { RemoveWindow } from '../parts/forms/remove-window.tsx';
import { Follows, isRemovable } from '../parts/page/follows.tsx';
import { TextLink } from '../parts/page/links.tsx';
import { paths } from '../paths.ts';
import { numberMessages } from './messages.ts';

type Props = { name: string; onClose: () => void };

export function RemoveTrunkWindow({ name, onClose }: Props) {
  const say = useText(numberMessages);
  const preview = useOne('/trunks/{name}/removal', { params: { name } }, { staleTime: 0 });
  const said = { preview, consequences: useConsequences() };
  return (
    <RemoveWindow
      remove={(send) => send('DELETE', '/trunks/{name}', { params: { name } })}
      changes={['/trunks']}
      title={say('removeTrunkTitle', { name })}
      isReady={isRemovable(said)}
      onClose={onClose}
    >
      <Follows {...said} />
    </RemoveWindow>
  );
}

function useConsequences() {
  const say = useText(numberMessages);
  return ({ projects }: Shapes['TrunkRemoval']) => ({
    follows: [say('removeTrunkAbout'), say('removeTrunkPassword'), say('removeTrunkKept')],
    hindrances: projects.map(({ name, is_active }) =>
      say(is_active ? 'removeTrunkUsed' : 'removeTrunkUsedByRemoved', { project: name }),
    ),
    way: (
      <TextLink to={paths.projects} size="sm" underline="always">
        {say('toProjects')}
      </TextLink>
    ),
  });
}
