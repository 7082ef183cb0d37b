export const languages = ['en', 'ja'] as const;
export type Language = (typeof languages)[number];

/** What one part of the console says, in every language. It stands beside that part and is loaded with it. */
export type Messages<Key extends string = string> = Record<Language, Record<Key, string>>;

/** That a text is missing in one of the languages is an error of types already. */
export const defineMessages = <Key extends string>(messages: Messages<Key>): Messages<Key> => messages;

export type Values = Record<string, string | number>;

/** `{name}` in a text stands for a value, and `{name|row|rows}` for the first word where the value is one, else for the second. */
export function fillIn(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)(?:\|(.*?)\|(.*?))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return (String(value) === '1' ? one : many) ?? String(value);
  });
}
