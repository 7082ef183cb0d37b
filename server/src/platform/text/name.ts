import type { Detail } from '../problem.ts';
import { codePoints, hasForbiddenCharacters } from './storable-text.ts';

const longestName = 255;

/** The faults of a name, after surrounding white space is removed. */
export function nameFaults(field: string, name: string): Detail[] {
  if (name === '') return [{ field, code: 'too_short', message: `${field} must not be empty.` }];
  if (codePoints(name) > longestName)
    return [{ field, code: 'too_long', message: `${field} must have at most ${longestName} characters.` }];
  if (hasForbiddenCharacters(name))
    return [
      {
        field,
        code: 'invalid_characters',
        message: `${field} must not contain NUL characters or unpaired surrogates.`,
      },
    ];
  return [];
}
