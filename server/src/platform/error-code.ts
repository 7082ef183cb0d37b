/** The `code` of an error of Node, PostgreSQL or a library, such as `ENOENT`; empty if it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** The message of an error; code may throw any value. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
