import { callInFull, callItemFields } from '../calls/schema.ts';
import { orNull, single } from '../http/input/schema.ts';
import { InsightState, SummarySchema, TranscriptionSchema, VoiceAnalysisSchema } from '../insights/schema.ts';
import { Type } from '../platform/schema-type.ts';
import { RecordingSchema } from '../recordings/schema.ts';

const whenConnected = 'Null while the call is in progress, and if it never connected.';

const Call = Type.Object(
  {
    ...callItemFields,
    ...callInFull,
    recording: orNull(
      RecordingSchema,
      'The recording of the call. Null if there is none, and for a moment after a hang-up through the API.',
    ),
    transcription: orNull(TranscriptionSchema, `Transcript of the conversation. ${whenConnected}`),
    summary: orNull(SummarySchema, `Summary of the conversation. ${whenConnected}`),
    voice_analysis: orNull(VoiceAnalysisSchema, `Measurements of how the parties spoke. ${whenConnected}`),
  },
  { title: 'Call', description: 'A call with all its fields, and its full phone number.' },
);

const state = orNull(InsightState, `State of this analysis, without its content. ${whenConnected}`);
const { phone_number: _, transcription, summary, voice_analysis, ...unchanged } = Call.properties;

/**
 * The answer to a change. A key that may start calls may lack the scope to read them, so the answer has no full number and no
 * transcript.
 */
export const ChangedCall = single(
  Type.Object(
    {
      ...unchanged,
      phone_number: callItemFields.phone_number,
      transcription: state,
      summary: state,
      voice_analysis: state,
    },
    {
      title: 'ChangedCall',
      description:
        'The call with its phone number masked, without a link to the recording, and without the content of the analyses. `GET /calls/{callId}` returns those.',
    },
  ),
);

export const CallAnswer = single(Call);
