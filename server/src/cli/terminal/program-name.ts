/** What people type to run a command, for hints that they can copy. ./trunkline says how it was called itself. */
export const program = programName(process.env, process.platform);

export function programName(environment: Record<string, string | undefined>, platform: string): string {
  const { TRUNKLINE_COMMAND, npm_lifecycle_event } = environment;
  if (TRUNKLINE_COMMAND) return shellQuoted(TRUNKLINE_COMMAND);
  // ./trunkline is a shell script, which Windows does not run.
  return npm_lifecycle_event === 'trunkline' || platform === 'win32' ? 'npm run -s trunkline --' : './trunkline';
}

/** Quotes a word for a shell if it contains blanks, quotes or the brackets of an IPv6 address. */
export function shellQuoted(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
