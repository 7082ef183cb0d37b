import { pathOf } from '../../api/request.ts';
import type { Mode } from '../../paths.ts';

/** Above this length an MP3 is worth making. */
const mp3Seconds = 120;

/** Uses the session: a link is valid for an hour only, and a page stays open for longer. */
export const recordingPath = (mode: Mode, callId: string, format: 'wav' | 'mp3') =>
  pathOf('/calls/{callId}/recording', { params: { callId }, query: { mode, format } });

/** The address to play a recording of this length from. */
export const playablePath = (mode: Mode, callId: string, seconds: number) =>
  recordingPath(mode, callId, seconds > mp3Seconds ? 'mp3' : 'wav');
