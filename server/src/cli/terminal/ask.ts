import { createInterface } from 'node:readline';

/**
 * Asks the person at the terminal; undefined if input or output is a file or a program. Ctrl-C and Ctrl-D are an empty answer,
 * also within a command that otherwise finishes its work at Ctrl-C.
 */
export async function ask(question: string): Promise<string | undefined> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) return undefined;
  stderr.write(question);
  const lines = createInterface({ input: stdin });
  const close = () => lines.close();
  process.on('SIGINT', close);
  try {
    for await (const line of lines) return line;
    stderr.write('\n');
    return '';
  } finally {
    process.off('SIGINT', close);
    lines.close();
  }
}
