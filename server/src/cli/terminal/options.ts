import { parseArgs } from 'node:util';
import { type Id, type NumberKind, readId } from '../../platform/ids.ts';
import { nearest } from '../../platform/text/nearest.ts';
import { readTimestamp } from '../../platform/time/timestamp.ts';

// One table of options per command gives the types, the refusals and the help.

type Need = 'required' | 'optional';
export type Option<T, N extends Need = Need> = {
  need: N;
  /** The placeholder for the value in the help: `--name N`. Empty for an option without a value. */
  shows: string;
  about: string;
  /** The form of a valid value: completes the sentence "--tenant must be ...". */
  expects: string;
  read: (text: string) => T | undefined;
};
export type Options = Record<string, Option<unknown>>;
export type Given<O extends Options> = {
  [Name in keyof O]: O[Name] extends Option<infer T, infer N> ? (N extends 'required' ? T : T | undefined) : never;
};

type Reading<T> = Omit<Option<T>, 'need'>;
export const required = <T>(reading: Reading<T>): Option<T, 'required'> => ({ ...reading, need: 'required' });
export const optional = <T>(reading: Reading<T>): Option<T, 'optional'> => ({ ...reading, need: 'optional' });

export const text = (shows: string, about: string): Reading<string> => ({
  shows,
  about,
  expects: 'a text that is not empty',
  read: (text) => (text.trim() === '' ? undefined : text),
});

export const idOption = <Kind extends NumberKind>(kind: Kind, shows: string, about: string): Reading<Id<Kind>> => ({
  shows,
  about,
  expects: 'a number such as 1',
  read: (text) => readId(kind, text),
});

/** An empty list is refused: `--allow "$RANGES"` with an empty variable must not admit every address. */
export const listOption = (shows: string, about: string): Reading<string[]> => ({
  shows,
  about,
  expects: 'a list separated by commas, without empty entries',
  read: (text) => {
    const items = text.split(',').map((item) => item.trim());
    return items.includes('') ? undefined : items;
  },
});

export const ids = <Kind extends NumberKind>(kind: Kind, shows: string, about: string): Reading<Id<Kind>[]> => ({
  shows,
  about,
  expects: 'numbers separated by commas, such as 3,5,8',
  read: (text) => {
    const read = text.split(',').map((item) => readId(kind, item.trim()));
    return read.every((id) => id !== undefined) ? read : undefined;
  },
});

export const wholeNumber = (shows: string, about: string, least: number, most: number): Reading<number> => ({
  shows,
  about,
  expects: `a whole number from ${least} to ${most}`,
  read: (text) => (/^\d{1,10}$/.test(text) && +text >= least && +text <= most ? Number(text) : undefined),
});

export const oneOf = <const T extends string>(values: readonly T[], about: string): Reading<T> => ({
  shows: values.join('|'),
  about,
  expects: values.join(' or '),
  read: (text) => values.find((value) => value === text),
});

export const onOff = (about: string): Reading<boolean> => ({
  ...oneOf(['on', 'off'], about),
  read: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
});

/** An option without a value. */
export const flag = (about: string): Option<boolean, 'optional'> => ({
  need: 'optional',
  shows: '',
  about,
  expects: '',
  read: () => true,
});

/** The same, or a word that means null. */
export const or = <T>(word: string, reading: Reading<T>): Reading<T | null> => ({
  ...reading,
  shows: `${reading.shows}|${word}`,
  expects: `${reading.expects}, or ${word}`,
  read: (text) => (text === word ? null : reading.read(text)),
});

/** Refuses a command that was given nothing to change. */
export function requireAny(given: Record<string, unknown>, names: string[]): void {
  if (names.some((name) => given[name] !== undefined)) return;
  throw new UsageFault(
    `There is nothing to change. Add at least one of ${names.map((name) => `--${name}`).join(', ')}.`,
  );
}

export const time = (shows: string, about: string): Reading<Date> => ({
  shows,
  about,
  expects: 'a day such as 2027-04-01 (its first moment in UTC) or a time such as 2027-04-01T09:00:00+09:00',
  read: readTimestamp,
});

/** The command line is wrong: exit code 2. */
export class UsageFault extends Error {}

export function readOptions<O extends Options>(
  options: O,
  args: string[],
  operand?: string,
): { given: Given<O>; json: boolean } {
  const { texts, faults } = collect(options, args, operand);
  const given = Object.entries(options).map(([name, option]) => {
    const text = texts.get(name);
    const value = text === undefined ? undefined : option.read(text);
    if (text !== undefined && value === undefined)
      faults.push(`${name === operand ? option.shows : `--${name}`} must be ${option.expects}.`);
    if (text === undefined && option.need === 'required' && faults.length === 0)
      faults.push(
        name === operand
          ? `Add ${option.shows}: ${option.about}.`
          : `--${name} is missing. Add --${name} ${option.shows}.`,
      );
    return [name, value];
  });
  if (faults.length > 0) throw new UsageFault(faults.join('\n'));
  return { given: Object.fromEntries(given), json: texts.has('json') };
}

/** Sorts the arguments without checking their values. `names` are the options with a value. */
function collect(options: Options, args: string[], operand?: string): { texts: Map<string, string>; faults: string[] } {
  const known = [...Object.keys(options).filter((name) => name !== operand), 'json', 'help'];
  const names = known.filter((name) => options[name] && options[name].shows !== '');
  const { tokens } = parseArgs({
    args,
    options: Object.fromEntries(known.map((name) => [name, { type: names.includes(name) ? 'string' : 'boolean' }])),
    strict: false,
    tokens: true,
  });
  const texts = new Map<string, string>();
  const faults: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional' && operand !== undefined && !texts.has(operand)) {
      texts.set(operand, token.value);
      continue;
    }
    // A word after an unknown option may be its value, so it is not a second fault.
    if (token.kind === 'positional' && faults.length === 0) faults.push(`"${token.value}" is not expected here.`);
    if (token.kind !== 'option') continue;
    const fault = known.includes(token.name) ? valueFault(token, names, texts) : unknownOption(token.rawName, known);
    if (fault) faults.push(fault);
    else texts.set(token.name, token.value ?? '');
  }
  return { texts, faults };
}

type OptionToken = { name: string; value: string | undefined; inlineValue: boolean | undefined };

function valueFault({ name, value, inlineValue }: OptionToken, names: string[], texts: Map<string, string>) {
  if (texts.has(name)) return `--${name} is given more than once.`;
  if (!names.includes(name)) return value === undefined ? undefined : `--${name} takes no value.`;
  // Without this a forgotten value would swallow the option behind it.
  if (value === undefined || (!inlineValue && value.startsWith('-')))
    return `--${name} needs a value. One that begins with a hyphen is written --${name}=-...`;
  return undefined;
}

function unknownOption(written: string, known: string[]): string {
  const suggestion = nearest(written.replace(/^-+/, ''), known);
  return suggestion
    ? `There is no option ${written}. Did you mean --${suggestion}?`
    : `There is no option ${written}. Use ${known.map((name) => `--${name}`).join(', ')}.`;
}
