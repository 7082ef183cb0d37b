import { Code, Group, Stack, Text } from '@mantine/core';
import { useCallback } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { useText } from '../../i18n/language.tsx';
import { CopyButton } from '../values/copy-button.tsx';
import { showNote } from './notes.ts';
import { problemMessages } from './problem-messages.ts';
import { useFaultText } from './use-faults.ts';

/** An error in the language of the person. The server's sentences are for programs and are never shown. */
export function useProblemText(): (error: unknown) => string {
  const say = useText(problemMessages);
  const faultText = useFaultText();
  return useCallback(
    (error) => {
      if (!(error instanceof ApiProblem)) return say('unexpected');
      const { code, retryAfter, details } = error;
      if (code === 'rate_limited' && retryAfter) return say('tooManyAttempts', { minutes: Math.ceil(retryAfter / 60) });
      const text = say(code in problemMessages.en ? (code as keyof typeof problemMessages.en) : 'refused');
      const [first] = code === 'license_required' ? [] : details;
      return first ? `${text} ${faultText(first)}` : text;
    },
    [say, faultText],
  );
}

/** Shows a refusal at the edge of the window, with the request id that support asks for. */
export function useShowProblem(): (error: unknown) => void {
  const say = useText(problemMessages);
  return useCallback(
    (error) => showNote({ color: 'red', autoClose: 12_000, title: say('title'), message: <Refusal error={error} /> }),
    [say],
  );
}

function Refusal({ error }: { error: unknown }) {
  const textOf = useProblemText();
  return <ProblemNote text={textOf(error)} error={error} />;
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

/** For a request that was canceled after it was sent. The note stays until it is closed, because nothing else shows it. */
export function useShowCanceled(): (note?: string) => void {
  const say = useText(problemMessages);
  return (note = say('canceledAbout')) =>
    showNote({ color: 'yellow', autoClose: false, title: say('canceled'), message: note });
}

/** Confirms that something was done. */
export const showDone = (message: string) => showNote({ color: 'teal', message, autoClose: 4_000 });
