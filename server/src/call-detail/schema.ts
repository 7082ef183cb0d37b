import { Type } from 'typebox';
import { callInFull, callItem } from '../calls/schema.ts';
import { orNull, single } from '../http/input/schema.ts';
import { InsightState, Summary, Transcription, VoiceAnalysis } from '../insights/schema.ts';
import { Recording } from '../recordings/schema.ts';

const whenConnected = 'Null while the call is going on, and where it never connected.';

const Call = Type.Object(
  {
    ...callItem,
    ...callInFull,
    recording: orNull(
      Recording,
      'What was recorded; null where nothing was, and for a moment after a hang-up by the API.',
    ),
    transcription: orNull(Transcription, `What was said. ${whenConnected}`),
    summary: orNull(Summary, `What it was about. ${whenConnected}`),
    voice_analysis: orNull(VoiceAnalysis, `How they spoke. ${whenConnected}`),
  },
  { title: 'Call' },
);

const state = orNull(InsightState, `How far it is. ${whenConnected}`);
const { phone_number: _, transcription, summary, voice_analysis, ...unchanged } = Call.properties;

/**
 * The answer to a change. A key that may start calls may lack the scope to read them, so the answer has no full number and no
 * transcript.
 */
export const ChangedCall = single(
  Type.Object(
    { ...unchanged, phone_number: callItem.phone_number, transcription: state, summary: state, voice_analysis: state },
    {
      title: 'ChangedCall',
      description:
        'The call with its number masked, without a link to its recording, and without what was learned from it: `GET /calls/{callId}` has all of that.',
    },
  ),
);

export const CallAnswer = single(Call);
