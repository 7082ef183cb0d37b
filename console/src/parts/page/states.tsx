import { Alert, Button, Center, Paper, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon, type IconName } from '../icons/icon.tsx';
import { ProblemNote, useProblemText } from '../problems/show-problem.tsx';
import { words } from '../words.messages.ts';

export type Reading<T> = Pick<UseQueryResult<T>, 'error' | 'refetch' | 'isFetching'> & { data: T | undefined };

type LoadedProps<T> = {
  query: Reading<T>;
  /** Shown while the query loads; rows of a list by default. */
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
};

/** The data of a query, its skeleton while it loads, or the error with a way to try again. */
export function Loaded<T>({ query, skeleton, children }: LoadedProps<T>) {
  const { data, error, refetch, isFetching } = query;
  if (error && (data === undefined || isGone(error)))
    return <LoadingFailed error={error} isTrying={isFetching} onTry={() => void refetch()} />;
  if (data !== undefined) return children(data);
  return skeleton ?? <RowSkeleton />;
}

/**
 * Removed, or not open to this person any more. After other errors, such as a lost connection, the last answer stays. Without a
 * request id, a proxy has answered in place of the server.
 */
const isGone = (error: Error) =>
  error instanceof ApiProblem && [403, 404].includes(error.status) && error.requestId !== undefined;

function RowSkeleton({ rows = 6 }: { rows?: number }) {
  const say = useText(words);
  return (
    <Stack gap="sm" p="md" role="status" aria-label={say('loading')}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The rows have nothing else, and never move.
        <Skeleton key={row} height={28} radius="sm" width={`${96 - ((row * 7) % 20)}%`} />
      ))}
    </Stack>
  );
}

type FailedProps = { error: Error; isTrying: boolean; onTry: () => void };

function LoadingFailed({ error, isTrying, onTry }: FailedProps) {
  const say = useText(words);
  const textOf = useProblemText();
  if (error instanceof ApiProblem && error.status === 403)
    return (
      <Empty icon="shield-lock" title={say('notOpen')}>
        {textOf(error)}
      </Empty>
    );
  return (
    <Alert color="red" icon={<Icon name="alert-triangle" />} title={say('failedToLoad')} m="md">
      <Stack gap="sm" align="flex-start">
        <ProblemNote text={textOf(error)} error={error} />
        <Button size="xs" variant="default" loading={isTrying} onClick={onTry}>
          {say('tryAgain')}
        </Button>
      </Stack>
    </Alert>
  );
}

type EmptyProps = {
  icon: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** There is nothing else on the page. */
  isPage?: boolean;
};

/** An empty state: what belongs here, and how to begin. */
export function Empty({ icon, title, children, action, isPage = false }: EmptyProps) {
  return (
    <Center py={56} px="md">
      <Stack align="center" gap="xs" maw={440} ta="center">
        <ThemeIcon size={48} radius="xl" variant="light">
          <Icon name={icon} size={24} />
        </ThemeIcon>
        <Title order={isPage ? 1 : 2} fz="md" mt="xs">
          {title}
        </Title>
        {children && (
          <Text c="dimmed" size="sm" component="div">
            {children}
          </Text>
        )}
        {action && <div>{action}</div>}
      </Stack>
    </Center>
  );
}

/** The card that most lists and forms lie on. */
export function Card({ children, p = 0 }: { children: ReactNode; p?: number | string }) {
  return (
    <Paper p={p} bg="var(--console-surface)" style={{ overflow: 'hidden' }}>
      {children}
    </Paper>
  );
}
