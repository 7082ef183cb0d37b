import { Type } from 'typebox';
import { inputObject } from '../http/schema.ts';
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
