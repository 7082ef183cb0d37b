import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { useSearchable } from '../parts/forms/use-searchable.ts';
import { useNames } from '../parts/values/use-names.ts';
import { settingsMessages } from './messages.ts';

type Props = Pick<MultiSelectProps, 'value' | 'onChange' | 'error'>;

/** The projects of a supervisor. Inactive ones too, because their calls are still there. */
export function ProjectChoice(props: Props) {
  const say = useText(settingsMessages);
  const searchable = useSearchable();
  const { projects } = useNames();
  return (
    <MultiSelect
      label={say('projectsOfSupervisor')}
      description={say('projectsAbout')}
      required
      {...searchable}
      data={projects.map(({ project_id, name }) => ({ value: String(project_id), label: name }))}
      {...props}
    />
  );
}
