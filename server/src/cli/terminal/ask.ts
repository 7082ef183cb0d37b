import { createInterface } from 'node:readline';

/** Asks the person at the terminal; undefined if input or output is a file or a program. Ctrl-D is an empty answer. */
export async function ask(question: string): Promise<string | undefined> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) return undefined;
  stderr.write(question);
  const lines = createInterface({ input: stdin });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
  }
}
