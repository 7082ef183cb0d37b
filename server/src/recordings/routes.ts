import type { FastifyInstance } from 'fastify';
import { CallIdSchema, callTag as tag } from '../calls/schema.ts';
import { lockedCallIn, refIn } from '../calls/state/call-path.ts';
import type { ChangedCallAnswer } from '../calls/state/changed-call.ts';
import type { Database } from '../database/connect.ts';
import { type ServedFile, sendFile } from '../http/answers/send-file.ts';
import { readQuery } from '../http/input/read-input.ts';
import { queryOf } from '../http/input/request-parts.ts';
import { fileOperation, ok, writeOperation } from '../http/operation.ts';
import { callRefOf } from '../platform/call-ref.ts';
import { encodeId } from '../platform/ids.ts';
import { problem, validationFailed } from '../platform/problem.ts';
import type { RecordingDeletion } from './delete-recording.ts';
import type { FoundRecording, RecordingLibrary } from './library.ts';
import { linkPath, type RecordingLinks } from './link.ts';
import { readFormat } from './read-format.ts';
import type { Format } from './recording.ts';
import { AudioSchema, ListenHeaders, ListenQuery } from './schema.ts';

export type RecordingParts = { library: RecordingLibrary; links: RecordingLinks; deleting: RecordingDeletion };

export const recordingRoutes =
  (db: Database, parts: RecordingParts, answer: ChangedCallAnswer) => async (app: FastifyInstance) => {
    app.route(play(db, parts));
    app.route(remove(db, parts, answer));
  };

const types = { wav: 'audio/wav', mp3: 'audio/mpeg' };
const audio = { type: Object.values(types), schema: AudioSchema };

const play = (db: Database, { library }: RecordingParts) =>
  fileOperation(db, {
    method: 'GET',
    url: '/calls/:callId/recording',
    scope: 'calls:read',
    isForSupervisors: true,
    operationId: 'getRecording',
    summary: 'Download a recording',
    description:
      'Returns the recording of a call as a WAV or MP3 file in stereo: the staff member on the left channel, the customer on the right. Range requests are supported.\n\nThe server creates the MP3 file on the first request for it, which takes about 15 seconds per hour of recording. If there is no recording, the response is 404, and `details` has the code `no_recording` or `recording_deleted`. For a player that cannot send an API key, such as an audio element in a web page, use `recording.url` from `GET /calls/{callId}`.',
    tag,
    path: { callId: CallIdSchema },
    query: ListenQuery,
    headers: ListenHeaders,
    answers: {
      200: { description: 'The whole recording.', ...audio, example: 'RIFF....WAVEfmt ....' },
      206: { description: 'The requested byte range of the recording.', ...audio, example: '....' },
      304: {
        description:
          'The recording has not changed since the client downloaded it, according to `If-None-Match` or `If-Modified-Since`.',
      },
    },
    refusals: ['range_not_satisfiable'],
    find: async (_db, caller, { callId }) => {
      const call = refIn(caller, callId);
      return call && library.find(call, caller.projects);
    },
    serve: (_db, { found, query, accept }) => servedFile(library, found, readFormat(query, accept)),
  });

const remove = (db: Database, { deleting }: RecordingParts, { schema, example, read }: ChangedCallAnswer) =>
  writeOperation(db, {
    method: 'DELETE',
    url: '/calls/:callId/recording',
    scope: 'calls:initiate',
    operationId: 'deleteRecording',
    summary: 'Delete a recording',
    description:
      'Deletes the recording of a call for good, and everything that was made from it: the transcription, the summary and the voice analysis. An analysis that is in progress is discarded. The call itself stays, and so do the talk times in reports.\n\nIf there is no recording, the response is 404, and `details` has the code `no_recording` or, after a deletion, `recording_deleted`. While the call is in progress, and until its recording is stored, the response is 409 `call_in_progress`.',
    tag,
    path: { callId: CallIdSchema },
    answers: {
      200: { description: 'The call, without its recording.', schema, example: { data: deletedIn(example) } },
    },
    refusals: ['call_in_progress'],
    find: lockedCallIn,
    audit: { action: 'recording.deleted', subject: 'path', details: ({ caller }) => ({ mode: caller.kind }) },
    write: async (tx, { caller, found }) => {
      const call = callRefOf(found);
      await deleting.mark(tx, found);
      return { ...ok({ data: await read(tx, call, caller) }), afterCommit: () => deleting.removeFiles(call) };
    },
  });

/** The example of a call, after its recording was deleted. */
function deletedIn(call: object) {
  const { recording } = call as { recording: object };
  const gone = { status: 'unavailable', reason: 'recording_deleted', engine: null, completed_at: null };
  return {
    ...{ ...call, recording: { ...recording, status: 'deleted' } },
    ...{ transcription: gone, summary: gone, voice_analysis: gone },
  };
}

export const linkRoutes =
  ({ library, links }: RecordingParts) =>
  async (app: FastifyInstance) => {
    app.get<{ Params: { link: string } }>(`${linkPath}/:link`, async (request, reply) => {
      const call = links.read(request.params.link, new Date());
      const found = call && (await library.find(call));
      if (!found)
        throw problem('not_found', {
          message: 'This link has expired or is not valid. Read the call again to get a new link.',
        });
      const { value, faults } = readQuery(ListenQuery, queryOf(request));
      if (faults.length > 0) throw validationFailed(faults);
      const format = readFormat(value, request.headers.accept);
      return sendFile(request, reply, await servedFile(library, found, format));
    });
  };

/** Files never change, so the name, the format and the size identify one. */
async function servedFile(library: RecordingLibrary, found: FoundRecording, format: Format): Promise<ServedFile> {
  const { bytes, endedAt, open } = await library.openAudio(found, format);
  const name = `${encodeId('call', found.call_id)}.${format}`;
  return { name, type: types[format], bytes, etag: `"${name}-${bytes}"`, modifiedAt: endedAt, open };
}
