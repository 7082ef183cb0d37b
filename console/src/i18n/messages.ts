export const languages = ['en', 'ja'] as const;
export type Language = (typeof languages)[number];

/** The texts of one part of the console in every language. They are in a file beside that part and are loaded with it. */
export type Messages<Key extends string = string> = Record<Language, Record<Key, string>>;

/** A text that is missing in one language is a type error. */
export const defineMessages = <Key extends string>(messages: Messages<Key>): Messages<Key> => messages;

export type Values = Record<string, string | number>;

/**
 * `{name}` in a text is replaced by a value, and `{name|row|rows}` by the first word if the value is one, or else by the
 * second.
 */
export function fillIn(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)(?:\|(.*?)\|(.*?))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return (String(value) === '1' ? one : many) ?? String(value);
  });
}
