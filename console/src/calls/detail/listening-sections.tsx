import { Stack } from '@mantine/core';
import { useMode } from '../../api/mode.ts';
import { pathOf } from '../../api/request.ts';
import { useText } from '../../i18n/language.tsx';
import { Section } from '../../parts/page/section.tsx';
import type { Call } from '../call.ts';
import { Player } from '../player/player.tsx';
import { usePlayer } from '../player/use-player.ts';
import { InsightState } from './insight-state.tsx';
import { detailMessages } from './messages.ts';
import { SpokenLanguage } from './spoken-language.tsx';
import { Transcript } from './transcript.tsx';

/** Above these lengths an MP3 is worth making, and a waveform would take the browser too much memory. */
const longSeconds = { mp3: 120, undrawn: 5_400 };

/** The recording, and the transcript that follows its position. */
export function ListeningSections({ call }: { call: Call }) {
  const say = useText(detailMessages);
  const duration = call.recording?.duration_seconds ?? call.duration_seconds ?? 0;
  const mode = useMode();
  // Uses the session: a link is valid for an hour only, and a page stays open for longer.
  const recording = (format: 'wav' | 'mp3') =>
    pathOf('/calls/{callId}/recording', { params: { callId: call.call_id }, query: { mode, format } });
  const source = recording(duration > longSeconds.mp3 ? 'mp3' : 'wav');
  const player = usePlayer(source);
  return (
    <Stack>
      <Section title={say('recording')}>
        <Player
          player={player}
          source={source}
          download={recording('mp3')}
          duration={duration}
          isDrawn={duration <= longSeconds.undrawn}
          hasTwoChannels={call.recording?.channels === 2}
        />
      </Section>
      {call.transcription && (
        <Section
          title={say('transcript')}
          about={call.transcription.status === 'ready' && say('transcriptAbout')}
          aside={<SpokenLanguage transcription={call.transcription} />}
        >
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
