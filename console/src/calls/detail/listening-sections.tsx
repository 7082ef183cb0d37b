import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/language.tsx';
import { Section } from '../../parts/section.tsx';
import type { Call } from '../call.ts';
import { Player } from '../player/player.tsx';
import { usePlayer } from '../player/use-player.ts';
import { InsightState } from './insight-state.tsx';
import { detailMessages } from './messages.ts';
import { Transcript } from './transcript.tsx';

/** Above this an MP3 is worth making, and a picture of the sound would take a browser too much memory. */
const longSeconds = { mp3: 120, undrawn: 5_400 };

type Props = { url: string; call: Call };

/** The recording and the transcript that follows it. */
export function ListeningSections({ url, call }: Props) {
  const say = useText(detailMessages);
  const duration = call.recording?.duration_seconds ?? call.duration_seconds ?? 0;
  // Every answer has a new link; the player goes on with the first one, which is good for an hour.
  const [source] = useState(() => sourceOf(url, duration));
  const player = usePlayer(source);
  return (
    <Stack>
      <Section title={say('recording')}>
        <Player
          player={player}
          source={source}
          duration={duration}
          isDrawn={duration <= longSeconds.undrawn}
          hasTwoChannels={call.recording?.channels === 2}
        />
      </Section>
      {call.transcription && (
        <Section title={say('transcript')} about={call.transcription.status === 'ready' && say('transcriptAbout')}>
          <InsightState insight={call.transcription}>
            {({ segments, language }) => (
              <Transcript
                segments={segments}
                language={language}
                position={player.position}
                isPlaying={player.isPlaying}
                onPlay={player.playFrom}
              />
            )}
          </InsightState>
        </Section>
      )}
    </Stack>
  );
}

/** The link is good at whatever name this server has; taken from the one that the page is from, the policy admits it. */
function sourceOf(url: string, seconds: number): string {
  const { pathname } = new URL(url, location.origin);
  return seconds > longSeconds.mp3 ? `${pathname}?format=mp3` : pathname;
}
