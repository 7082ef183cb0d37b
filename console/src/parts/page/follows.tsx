import { Alert, List, Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../icons/icon.tsx';
import { words } from '../words.messages.ts';
import { Loaded } from './states.tsx';

/** The sentences before a removal: what follows from it, and what forbids it now. */
type Consequences = { follows: string[]; hindrances?: string[]; way?: ReactNode };

type Props<T> = { preview: UseQueryResult<{ data: T }>; consequences: (data: T) => Consequences };

/** Says what follows from a removal, or why it is not possible and what to do first. */
export function Follows<T>({ preview, consequences }: Props<T>) {
  return (
    <Loaded query={preview} skeleton={<Waiting />}>
      {({ data }) => <Sentences {...consequences(data)} />}
    </Loaded>
  );
}

/** Whether the sentences are up to date, and permit the removal. */
export const isRemovable = <T,>({ preview, consequences }: Props<T>) =>
  preview.data !== undefined && !preview.isFetching && !consequences(preview.data.data).hindrances?.length;

function Sentences({ follows, hindrances = [], way }: Consequences) {
  if (hindrances.length > 0)
    return (
      <Stack align="flex-start">
        <Alert color="yellow" icon={<Icon name="alert-triangle" />} w="100%">
          <Stack gap="xs">
            {hindrances.map((text) => (
              <span key={text}>{text}</span>
            ))}
          </Stack>
        </Alert>
        {way}
      </Stack>
    );
  return (
    <List size="sm" spacing={6}>
      {follows.map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  );
}

function Waiting() {
  const word = useText(words);
  return (
    <Stack gap="xs" role="status" aria-label={word('loading')}>
      {['95%', '80%', '88%'].map((width) => (
        <Skeleton key={width} height={16} radius="sm" width={width} />
      ))}
    </Stack>
  );
}
