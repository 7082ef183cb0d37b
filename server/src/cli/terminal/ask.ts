import { createInterface } from 'node:readline/promises';

/** Asks the person at the terminal; undefined if input or output is a file or a program. */
export async function ask(question: string): Promise<string | undefined> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) return undefined;
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}
