import { callInFull, callItemFields } from '../calls/schema.ts';
import { nullable, orNull, single } from '../http/input/schema.ts';
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
      'The recording of the call. Null if there is none, while the call is in progress (unless the recording has been paused), and for a moment after a hang-up through the API.',
    ),
    transcription: orNull(TranscriptionSchema, `Transcript of the conversation. ${whenConnected}`),
    summary: orNull(SummarySchema, `Summary of the conversation. ${whenConnected}`),
    voice_analysis: orNull(VoiceAnalysisSchema, `Measurements of how the parties spoke. ${whenConnected}`),
  },
  { title: 'Call', description: 'A call with all its fields, and its full phone number.' },
);

const state = orNull(InsightState, `State of this analysis, without its content. ${whenConnected}`);
const { phone_number: _, transcription, summary, voice_analysis, ...unchanged } = Call.properties;
const phone_number = nullable(
  Type.String({
    description:
      'Phone number of the customer, masked unless the key has the scope `calls:read`. Null after an administrator has erased the person.',
    examples: ['819*****5678'],
  }),
);

/** The answer to a request that controls a call. */
const ControlledCall = Type.Object(
  { ...unchanged, phone_number, transcription: state, summary: state, voice_analysis: state },
  {
    title: 'ChangedCall',
    description:
      'The call without a link to the recording, and without the content of the analyses. `GET /calls/{callId}` returns those. The phone number is masked unless the key has the scope `calls:read`.',
  },
);
export const ChangedCall = single(ControlledCall);

/** A key that may annotate calls may lack the scope to read them. */
const UnreadableCall = Type.Object(
  { ...unchanged, phone_number: callItemFields.phone_number, transcription: state, summary: state, voice_analysis },
  {
    title: 'UnreadableCall',
    description:
      'The call for a key without the scope `calls:read`: its phone number is masked, and the transcript, the summary and the link to the recording are left out.',
  },
);
export const AnnotatedCall = single(Type.Union([Call, UnreadableCall]));

export const CallAnswer = single(Call);
