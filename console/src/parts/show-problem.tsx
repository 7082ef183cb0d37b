import { Code, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { useLanguage, useText } from '../i18n/language.tsx';
import { CopyButton } from './copy-button.tsx';
import { problemMessages } from './problem-messages.ts';
import { useFaultText } from './use-faults.ts';

/** The server explains itself in English; what people meet often is said in their language too. */
export function useProblemText(): (error: unknown) => string {
  const say = useText(problemMessages);
  const faultText = useFaultText();
  const { language } = useLanguage();
  return useCallback(
    (error) => {
      if (!(error instanceof ApiProblem)) return say('unexpected');
      if (error.code === 'rate_limited' && error.retryAfter)
        return say('tooManyAttempts', { minutes: Math.ceil(error.retryAfter / 60) });
      if (error.code === 'license_required') return say('license_required');
      const known = error.code in problemMessages.en ? (error.code as keyof typeof problemMessages.en) : undefined;
      const [first] = error.details;
      const exact = first ? `${error.message} ${first.message}` : error.message;
      if (language === 'en') return known === 'unreachable' ? say(known) : exact;
      return known ? `${say(known)}${first ? ` ${faultText(first)}` : ''}` : exact;
    },
    [say, faultText, language],
  );
}

/** Tells of a refusal at the edge of the window, with what support asks for: the id of the request. */
export function useShowProblem(): (error: unknown) => void {
  const say = useText(problemMessages);
  const textOf = useProblemText();
  return useCallback(
    (error) =>
      void notifications.show({
        color: 'red',
        autoClose: 12_000,
        title: say('title'),
        message: <ProblemNote text={textOf(error)} error={error} />,
      }),
    [say, textOf],
  );
}

export function ProblemNote({ text, error }: { text: string; error: unknown }) {
  const say = useText(problemMessages);
  const requestId = error instanceof ApiProblem ? error.requestId : undefined;
  return (
    <Stack gap={4}>
      <Text size="sm">{text}</Text>
      {requestId && (
        <Group gap={6} wrap="nowrap">
          <Text size="xs" c="dimmed">
            {say('requestId')} <Code fz={11}>{requestId}</Code>
          </Text>
          <CopyButton value={requestId} label={say('copyRequestId')} />
        </Group>
      )}
    </Stack>
  );
}

/** Tells that something was done. */
export const showDone = (message: string) => void notifications.show({ color: 'teal', message, autoClose: 4_000 });
