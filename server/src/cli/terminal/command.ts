import { type Given, type Options, readOptions } from './options.ts';
import { asJson, asTable, type Output } from './print.ts';

/** The environment of a command: its settings and its streams. Standard output is for results alone. */
export type Terminal = {
  environment: Record<string, string | undefined>;
  out(text: string): void;
  err(text: string): void;
  /** Reads a line of standard input: a secret must not appear in a list of processes. */
  readSecret(prompt: string): Promise<string>;
};

export type Command = {
  /** The words to type, such as `tenant license add`. */
  words: string;
  about: string;
  options: Options;
  /** The effect of --json in this command, if it differs from the others. */
  aboutJson?: string;
  /** Returns the exit code. */
  run(args: string[], terminal: Terminal): Promise<number>;
};

/** How people start a command. */
export const program = 'npm run -s trunkline --';

/** A command that prints its result, as a table or with `--json` as one line. */
export function command<O extends Options>(declared: {
  words: string;
  about: string;
  options: O;
  run(given: Given<O>, terminal: Terminal): Promise<Output>;
}): Command {
  const { words, about, options } = declared;
  return {
    words,
    about,
    options,
    async run(args, terminal) {
      const { given, json } = readOptions(options, args);
      const output = await declared.run(given, terminal);
      terminal.out(json ? asJson(output) : asTable(output));
      return 'exitCode' in output ? (output.exitCode ?? 0) : 0;
    },
  };
}
