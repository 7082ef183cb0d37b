declare module 'pg/lib/utils.js' {
  /** The text of a parameter, or its bytes. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
