import { Grid, Stack, Text, ThemeIcon, Tooltip } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { otherMode, useMode } from '../../api/mode.ts';
import { isProblem } from '../../api/problem.ts';
import { readingOf } from '../../api/readings.ts';
import type { One } from '../../api/types.ts';
import { useOne } from '../../api/use-read.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { Section } from '../../parts/page/section.tsx';
import { Loaded } from '../../parts/page/states.tsx';
import { paths } from '../../paths.ts';
import type { Call } from '../call.ts';
import { useCallEvents } from '../use-call-events.ts';
import { AnnotationSection } from './annotation-section.tsx';
import { CallFacts } from './call-facts.tsx';
import { CallHeader } from './call-header.tsx';
import { CallTimeline } from './call-timeline.tsx';
import { InsightState } from './insight-state.tsx';
import { ListeningSections } from './listening-sections.tsx';
import { detailMessages } from './messages.ts';
import { shownInsights } from './shown-insights.ts';
import { SummarySection } from './summary-section.tsx';
import { VoicePictures } from './voice-pictures.tsx';

const route = getRouteApi('/signed-in/{-$mode}/calls/$callId');

export function CallPage() {
  const { callId } = route.useParams();
  const mode = useMode();
  const client = useQueryClient();
  const asked = ['/calls/{callId}', { params: { callId } }] as const;
  const readAgain = () => void client.invalidateQueries({ queryKey: readingOf(mode, ...asked).queryKey });
  const stream = useCallEvents(({ data }) => {
    if (data.call_id === callId) readAgain();
  }, readAgain);
  const call = useOne(...asked, {
    refetchInterval: ({ state }) => (isUnfinished(state.data) ? (stream === 'on' ? 3_000 : 1_000) : false),
  });
  const isElsewhere = useIsInOtherMode(callId, isProblem(call.error, 'not_found'));
  if (isElsewhere)
    return <Navigate to={paths.call} params={{ mode: otherMode(mode), callId }} search={(before) => before} replace />;
  return <Loaded query={call}>{({ data }) => <CallView key={callId} call={data} />}</Loaded>;
}

/** For links from before the mode was in the address, and for addresses whose mode was changed by hand. */
function useIsInOtherMode(callId: string, isMissing: boolean): boolean {
  const other = otherMode(useMode());
  const reading = readingOf(other, '/calls/{callId}', { params: { callId } });
  return useQuery({ ...reading, enabled: isMissing }).data !== undefined;
}

/** Whether something is still to come: the end of the call, its recording, or its insights. */
function isUnfinished(answer: One<Call> | undefined): boolean {
  if (!answer) return false;
  const { ended_at, transcription, summary, voice_analysis } = answer.data;
  return !ended_at || [transcription, summary, voice_analysis].some((insight) => insight?.status === 'pending');
}

function CallView({ call }: { call: Call }) {
  const say = useText(detailMessages);
  const { summary, transcription, voice_analysis: voice } = shownInsights(call);
  return (
    <>
      <CallHeader call={call} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <Section title={say('course')} about={say('courseAbout')}>
              <CallTimeline call={call} />
            </Section>
            {summary && <SummarySection summary={summary} />}
            {call.recording?.status === 'ready' ? (
              <ListeningSections call={call} transcription={transcription} />
            ) : (
              <NoRecording call={call} />
            )}
            {voice && (
              <Section title={say('voice')} aside={voice.engine && <MadeBy engine={voice.engine} />}>
                <InsightState insight={voice}>
                  {(ready) => (
                    <VoicePictures callId={call.call_id} voice={ready} segments={transcription?.segments ?? []} />
                  )}
                </InsightState>
              </Section>
            )}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <AnnotationSection call={call} />
            <Section title={say('facts')}>
              <CallFacts call={call} />
            </Section>
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

/** The name of a model says something to few people. */
function MadeBy({ engine }: { engine: string }) {
  const text = useText(detailMessages)('madeBy', { engine });
  return (
    <Tooltip label={text}>
      <ThemeIcon variant="subtle" color="gray" tabIndex={0} role="img" aria-label={text}>
        <Icon name="info-circle" />
      </ThemeIcon>
    </Tooltip>
  );
}

function NoRecording({ call: { ended_at, recording } }: { call: Call }) {
  const say = useText(detailMessages);
  const why = ended_at === null ? 'notYetRecorded' : recording ? 'recordingDeleted' : 'noRecording';
  return (
    <Section title={say('recording')}>
      <Text size="sm" c="dimmed">
        {say(why)}
      </Text>
    </Section>
  );
}
