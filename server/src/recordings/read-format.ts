import type { Format } from './recording.ts';

/** The format that the client wants: by the query, else by the Accept header, else WAV. */
export function readFormat(query: { format?: Format }, accept = ''): Format {
  if (query.format) return query.format;
  return weightOf(accept, 'audio/mpeg') > weightOf(accept, 'audio/wav') ? 'mp3' : 'wav';
}

/** The weight of an explicitly named type, from 0 to 1 (RFC 9110, 12.5.1). Wildcards do not prefer one of the two. */
function weightOf(accept: string, type: string): number {
  const named = accept.split(',').map((part) => part.split(';').map((piece) => piece.trim().toLowerCase()));
  const parameters = named.find(([name]) => name === type);
  return parameters ? Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1) : 0;
}
