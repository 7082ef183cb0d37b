import type { Shapes } from '../api/types.ts';
import { useOne } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { RemoveWindow } from '../parts/forms/remove-window.tsx';
import { Follows, isRemovable } from '../parts/page/follows.tsx';
import { TextLink } from '../parts/page/links.tsx';
import { paths } from '../paths.ts';
import { projectMessages } from './messages.ts';
import type { Project } from './project.ts';

type Props = { project: Project; onClose: () => void };

export function RemoveProjectWindow({ project: { project_id: projectId, name }, onClose }: Props) {
  const say = useText(projectMessages);
  const preview = useOne('/projects/{projectId}/removal', { params: { projectId } }, { staleTime: 0 });
  const said = { preview, consequences: useConsequences() };
  return (
    <RemoveWindow
      remove={(send) => send('DELETE', '/projects/{projectId}', { params: { projectId } })}
      changes={['/projects', '/home']}
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
  const say = useText(projectMessages);
  return ({ open_calls, customers, numbers, webhooks, is_last }: Shapes['ProjectRemoval']) => ({
    follows: [
      say('removeNoNew'),
      ...(open_calls === 0 ? [] : [say('removeOpenCalls', { n: open_calls })]),
      ...(customers === 0 ? [] : [say('removeCustomers', { n: customers })]),
      ...webhooks.map(({ label }) => say('removeWebhook', { label })),
      say('removeKept'),
      say('removeRestore'),
    ],
    hindrances: [
      ...(numbers.length === 0 ? [] : [say('removeNumbers', { n: numbers.length, numbers: numbers.join(', ') })]),
      ...(is_last ? [say('removeLast')] : []),
    ],
    way: numbers.length > 0 && (
      <TextLink to={paths.numbers} size="sm" underline="always">
        {say('toNumbers')}
      </TextLink>
    ),
  });
}
