import { readBody } from '../http/input/read-input.ts';
import { type Detail, validationFailed } from '../platform/problem.ts';
import { TelephonyFile } from './schema.ts';

type Environment = Record<string, string | undefined>;

/** Reads the text of a file, with passwords that it takes from environment variables; or refuses it with all of its faults. */
export function readTelephony(text: string, environment: Environment): TelephonyFile {
  const { value, faults } = readBody(TelephonyFile, parse(text));
  if (faults.length > 0) throw validationFailed(faults);
  const file = value as TelephonyFile;
  const missing: Detail[] = [];
  const trunks = file.trunks?.map(({ password_env, ...trunk }, i) => {
    if (password_env === undefined) return trunk;
    const password = environment[password_env];
    if (!password) missing.push(notSet(`trunks[${i}].password_env`, password_env));
    return { ...trunk, password: trunk.password ?? password ?? '' };
  });
  if (missing.length > 0) throw validationFailed(missing);
  return { ...file, ...(trunks && { trunks }) };
}

function parse(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  } catch {
    // Reported below. The parser's message would quote a part of the file, which may contain a password.
  }
  const message = 'The file is not a JSON object. Write one with trunks, numbers and projects.';
  throw validationFailed([{ field: 'file', code: 'malformed_json', message }]);
}

function notSet(field: string, variable: string): Detail {
  return { field, code: 'required', message: `${field} names the variable ${variable}, which is not set.` };
}
