import { Box, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/language.tsx';
import { formatDuration } from '../../parts/values/duration.ts';
import type { Segment } from '../call.ts';
import { detailMessages } from './messages.ts';
import classes from './transcript.module.css';

/** Below this the engine is often wrong; the API's reference states the same. */
const leastConfidence = 0.5;

type Props = {
  segments: Segment[];
  language: string | null;
  position: number;
  isPlaying: boolean;
  onPlay: ((seconds: number) => void) | undefined;
};

/** The transcript as a conversation. It follows the position of the recording, and a click on a sentence plays it. */
export function Transcript({ segments, language, position, isPlaying, onPlay }: Props) {
  const say = useText(detailMessages);
  const box = useRef<HTMLDivElement>(null);
  const hasBegun = isPlaying || position > 0;
  const current = hasBegun ? segments.findLast(({ start_seconds }) => start_seconds <= position)?.index : undefined;

  useEffect(() => {
    const sentence = current === undefined ? undefined : box.current?.children[current];
    // Scrolls only the box: the page must stay where the reader has scrolled it.
    if (box.current && sentence instanceof HTMLElement)
      box.current.scrollTo({ top: sentence.offsetTop - box.current.clientHeight / 3, behavior: 'smooth' });
  }, [current]);

  const isUnsure = ({ confidence }: Segment) => confidence !== null && confidence < leastConfidence;
  return (
    <>
      {segments.some(isUnsure) && (
        <Text size="xs" c="dimmed" mb="xs">
          {say('unsureAbout')}
        </Text>
      )}
      {/* Focusable, because it may have to be scrolled with the keyboard. */}
      <Box
        ref={box}
        className={classes.box}
        lang={language ?? undefined}
        tabIndex={0}
        role="group"
        aria-label={say('transcript')}
      >
        {segments.map((segment) => {
          const { index, speaker, start_seconds, text } = segment;
          const unsure = isUnsure(segment);
          const content = (
            <>
              <Text size="xs" c="dimmed" component="span" className={classes.who}>
                {say(speaker === 'staff' ? 'staffLeg' : 'customerLeg')} · {formatDuration(start_seconds)}
                {unsure && ` · ${say('unsure')}`}
              </Text>
              <Text
                size="sm"
                component="span"
                display="block"
                lang={segment.language ?? undefined}
                {...(unsure && { c: 'dimmed', title: say('unsureAbout') })}
              >
                {text}
              </Text>
            </>
          );
          return (
            <Box key={index} className={classes.line} data-speaker={speaker}>
              {onPlay ? (
                <UnstyledButton
                  className={classes.bubble}
                  data-current={index === current || undefined}
                  aria-current={index === current || undefined}
                  onClick={() => onPlay(start_seconds)}
                >
                  {content}
                </UnstyledButton>
              ) : (
                <div className={classes.bubble}>{content}</div>
              )}
            </Box>
          );
        })}
      </Box>
    </>
  );
}
