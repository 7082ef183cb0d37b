import { type Given, type Options, readOptions } from './options.ts';
import { asJson, asTable, type Output } from './print.ts';

/** Where a command runs: its settings, and where it speaks. Standard output is for results alone. */
export type Terminal = {
  environment: Record<string, string | undefined>;
  out(text: string): void;
  err(text: string): void;
  /** What nobody may see in a list of processes: a line of standard input. */
  readSecret(prompt: string): Promise<string>;
};

export type Command = {
  /** What is typed: `tenant license add`. */
  words: string;
  about: string;
  options: Options;
  /** What --json does here, where that is not what it does everywhere. */
  aboutJson?: string;
  /** Gives the exit code. */
  run(args: string[], terminal: Terminal): Promise<number>;
};

/** How people start a command. */
export const program = 'npm run -s trunkline --';

/** A command that prints what it found, as a table or with `--json` as one line. */
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
