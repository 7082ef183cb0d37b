import { countOrNull, inputObject, numberOrNull, textOrNull, timestampOrNull, word } from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';
import { formats } from './recording.ts';

export const ListenQuery = inputObject({
  format: Type.Optional(
    Type.Unsafe<(typeof formats)[number]>({
      type: 'string',
      enum: formats,
      description:
        'File format: `wav` is the original recording, `mp3` has about a fifth of its size. Default: `mp3` if the request has the header `Accept: audio/mpeg`, otherwise `wav`.',
      examples: ['mp3'],
    }),
  ),
});

export const ListenHeaders = {
  Range: Type.String({ description: 'One byte range, such as `bytes=0-1023`, to seek or to resume a download.' }),
  'If-Range': Type.String({
    description:
      'The `ETag` of the file that `Range` refers to. If the file has a different one, the response is the whole file.',
  }),
  'If-None-Match': Type.String({
    description: 'The `ETag` of the copy that the client has. If it is current, the response is 304 without a body.',
  }),
};

export const AudioSchema = Type.String({ description: 'The bytes of a WAV or MP3 file.' });

/** The data of a call about its recording. */
export const RecordingSchema = Type.Object(
  {
    status: word(
      ['pending', 'ready', 'deleted'],
      '`pending`: the call is in progress, and its recording has been paused. `ready`: available. `deleted`: removed at the end of the retention period, or with `DELETE /calls/{callId}/recording`.',
    ),
    duration_seconds: numberOrNull('Length in seconds. Null if unknown.'),
    size_bytes: countOrNull('Size of the WAV file in bytes. Null if unknown.'),
    channels: countOrNull(
      'Number of audio channels. 2: the staff member on the left and the customer on the right. A voicemail message has silence on the left. 1: both parties on one channel. Null if unknown.',
    ),
    pauses: Type.Array(
      Type.Object({
        start_seconds: Type.Number({
          minimum: 0,
          description: 'Start of the pause, in seconds from the start of the recording.',
        }),
        end_seconds: numberOrNull(
          'End of the pause, in seconds from the start of the recording. Null while the recording is paused.',
        ),
      }),
      {
        description:
          'Parts in which the recording was paused, in order of time. Both channels are silent there, and the transcription, summary and voice analysis contain nothing of them.',
      },
    ),
    url: textOrNull(
      'Temporary link to the recording that works without an API key, for a browser or a player. It returns WAV, or MP3 with `?format=mp3` appended. Each response has a new link, valid until `url_expires_at`. Anyone with the link can listen, so do not publish it. Null if the recording is deleted, and in the responses of operations that change a call.',
    ),
    url_expires_at: timestampOrNull(
      'Time at which the link expires: one hour after this response. Null if there is no link.',
    ),
  },
  { title: 'Recording' },
);
