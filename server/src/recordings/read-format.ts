import type { Format } from './recording.ts';

/** What the client wants: what it says in the query, else in the Accept header, else WAV. */
export function readFormat(query: { format?: Format }, accept = ''): Format {
  if (query.format) return query.format;
  return weightOf(accept, 'audio/mpeg') > weightOf(accept, 'audio/wav') ? 'mp3' : 'wav';
}

/** How much a type that is named is wanted, from 0 to 1 (RFC 9110, 12.5.1). Wildcards say nothing about which of two. */
function weightOf(accept: string, type: string): number {
  const named = accept.split(',').map((part) => part.split(';').map((piece) => piece.trim().toLowerCase()));
  const parameters = named.find(([name]) => name === type);
  return parameters ? Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1) : 0;
}
