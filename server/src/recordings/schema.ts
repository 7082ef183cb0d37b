import { Type } from 'typebox';
import { countOrNull, inputObject, numberOrNull, textOrNull, timestampOrNull, word } from '../http/input/schema.ts';
import { formats } from './recording.ts';

export const ListenQuery = inputObject({
  format: Type.Optional(
    Type.Unsafe<(typeof formats)[number]>({
      type: 'string',
      enum: formats,
      description:
        'What to answer with: `wav` is what was recorded, `mp3` a fifth of its size. Without it the header `Accept: audio/mpeg` asks for MP3 too.',
      examples: ['mp3'],
    }),
  ),
});

export const ListenHeaders = {
  Range: Type.String({ description: 'One range of bytes, to seek or to go on where a download broke off.' }),
  'If-Range': Type.String({ description: 'The `ETag` that the range is of; all is answered where it is another one.' }),
  'If-None-Match': Type.String({ description: 'The `ETag` of what the client has; 304 where that is still right.' }),
};

export const Audio = Type.String({ description: 'The bytes of a WAV or an MP3 file.' });

/** The data of a call about its recording. */
export const Recording = Type.Object(
  {
    status: word(['ready', 'deleted'], 'Whether it can be listened to, or was kept for its time and is deleted.'),
    duration_seconds: numberOrNull('How long it is.'),
    size_bytes: countOrNull('How large it is as a WAV file.'),
    channels: countOrNull('2 where the two parties have a channel each, the staff member on the left.'),
    url: textOrNull(
      'A link to it that needs no API key, for a browser or a player, until `url_expires_at`: WAV, or with `?format=mp3` MP3. Each answer has a new one; keep it as secret as the recording. Null where it is deleted, and in the answer to a hang-up.',
    ),
    url_expires_at: timestampOrNull('When the link stops working, an hour after this answer.'),
  },
  { title: 'Recording' },
);
