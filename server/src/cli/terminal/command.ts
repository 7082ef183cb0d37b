import { type Given, type Options, readOptions } from './options.ts';
import { asJson, asTable, type Output, type Screen } from './print.ts';

/** The environment of a command: its settings and its streams. Standard output is for results alone. */
export type Terminal = {
  environment: Record<string, string | undefined>;
  screen: Screen;
  out(text: string): void;
  err(text: string): void;
  /** Reads a line of standard input: a secret must not appear in a list of processes. */
  readSecret(prompt: string): Promise<string>;
  /** Asks a person; undefined if none is at the terminal. */
  ask(question: string): Promise<string | undefined>;
};

/** All that help and suggestions need of a command. It loads without the code that runs the command. */
export type Definition<O extends Options = Options> = {
  /** The words to type, such as `tenant license add`. */
  words: string;
  /** One line, of at most 60 characters. */
  about: string;
  /** More sentences, for the help of this command alone. */
  details?: string;
  options: O;
  /** The option whose value is written without its name, behind the words of the command. */
  operand?: string;
  /** What follows the name of the program. */
  examples?: string[];
  /** The effect of --json in this command, if it differs from the others; `none` if it has no such option. */
  aboutJson?: string;
};

export const define = <O extends Options>(definition: Definition<O>): Definition<O> => definition;

export type Command = {
  definition: Definition;
  /** Returns the exit code. */
  run(args: string[], terminal: Terminal): Promise<number>;
};

/** A command that prints its result, as a table or with `--json` as one line. */
export function command<O extends Options>(
  definition: Definition<O>,
  run: (given: Given<O>, terminal: Terminal) => Promise<Output>,
): Command {
  return {
    definition,
    async run(args, terminal) {
      const { given, json } = readOptions(definition.options, args, definition.operand);
      const output = await run(given, terminal);
      terminal.out(json ? asJson(output) : asTable(output, terminal.screen));
      return 'exitCode' in output ? (output.exitCode ?? 0) : 0;
    },
  };
}
