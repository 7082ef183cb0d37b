import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** The first line of standard input. At a terminal it prompts and does not echo, and Ctrl-C ends the command. */
export async function readSecret(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  if (stdin.isTTY) stderr.write(prompt);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: stdin.isTTY === true });
  let isInterrupted = false;
  lines.once('SIGINT', () => {
    isInterrupted = true;
    lines.close();
  });
  try {
    for await (const line of lines) return line;
    if (isInterrupted) throw new Error('Nothing was changed.');
    return '';
  } finally {
    lines.close();
    if (stdin.isTTY) stderr.write('\n');
  }
}
