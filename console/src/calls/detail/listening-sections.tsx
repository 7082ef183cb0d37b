import { Group, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMode } from '../../api/mode.ts';
import { useText } from '../../i18n/language.tsx';
import { Section } from '../../parts/page/section.tsx';
import type { Call, Transcription } from '../call.ts';
import { Player } from '../player/player.tsx';
import { playablePath, recordingPath } from '../player/recording-source.ts';
import { usePlayer } from '../player/use-player.ts';
import { CopyMoment } from './copy-moment.tsx';
import { DeleteRecording } from './delete-recording.tsx';
import { InsightState } from './insight-state.tsx';
import { detailMessages } from './messages.ts';
import { isSilent } from './shown-insights.ts';
import { SpokenLanguage } from './spoken-language.tsx';
import { Transcript } from './transcript.tsx';

const route = getRouteApi('/signed-in/{-$mode}/calls/$callId');

/** Above this length a waveform would take the browser too much memory. */
const undrawnSeconds = 5_400;

/** The recording, and the transcript that follows its position. */
export function ListeningSections({ call, transcription }: { call: Call; transcription: Transcription | null }) {
  const say = useText(detailMessages);
  const duration = call.recording?.duration_seconds ?? call.duration_seconds ?? 0;
  const mode = useMode();
  const source = playablePath(mode, call.call_id, duration);
  const { at = 0 } = route.useSearch();
  const player = usePlayer(source, Math.min(at, duration));
  return (
    <Stack>
      <Section
        title={say('recording')}
        aside={
          <Group gap="xs">
            <CopyMoment position={player.position} />
            <DeleteRecording callId={call.call_id} />
          </Group>
        }
      >
        <Player
          player={player}
          source={source}
          download={recordingPath(mode, call.call_id, 'mp3')}
          duration={duration}
          isDrawn={duration <= undrawnSeconds}
          hasTwoChannels={call.recording?.channels === 2}
          pauses={call.recording?.pauses ?? []}
        />
        {isSilent(call) && (
          <Text size="sm" c="dimmed" mt="sm">
            {say('noSpeech')}
          </Text>
        )}
      </Section>
      {transcription && (
        <Section
          title={say('transcript')}
          about={transcription.segments.length > 0 && say('transcriptAbout')}
          aside={<SpokenLanguage transcription={transcription} />}
        >
          <InsightState insight={transcription}>
            {({ segments, language }) =>
              segments.length === 0 ? (
                <Text size="sm" c="dimmed">
                  {say('noWords')}
                </Text>
              ) : (
                <Transcript
                  segments={segments}
                  language={language}
                  position={player.position}
                  isPlaying={player.isPlaying}
                  onPlay={player.playFrom}
                />
              )
            }
          </InsightState>
        </Section>
      )}
    </Stack>
  );
}
