/** The `code` of an error of Node, of PostgreSQL or of a library, such as `ENOENT`; empty where it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** What an error says; anything may be thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
