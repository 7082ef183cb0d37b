import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { styleText } from 'node:util';

// Compiled code is cached between starts, which makes them faster. The cache is next to the packages, because a user who can
// write to it controls this program: in a folder for temporary files that could be another user of the machine.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/trunkline'));

// Recordings, keys and everything else this program writes are closed to other users of the machine.
process.umask(0o077);

// Imported only now, so that it is cached as well.
const { runProgram } = await import('./cli/run.ts');

const { stdout, stderr } = process;
// A key that a full disk did not take is lost, and the exit code has to say so. A reader that closed its pipe wanted no more.
stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' || code === 'EIO') return;
  const sentence = `The output could not be written, and is lost: ${message}.`;
  stderr.write(process.argv.includes('--json') ? `${JSON.stringify({ error: sentence })}\n` : `${sentence}\n`);
  process.exit(1);
});
stderr.on('error', () => {});
const code = await runProgram(process.argv.slice(2), {
  environment: process.env,
  screen: {
    width: stdout.isTTY ? stdout.columns || Number(process.env.COLUMNS) || 80 : undefined,
    // Leaves the text as it is if this is not a terminal, or if NO_COLOR is set.
    style: (format, text) => styleText(format, text, { stream: stdout }),
  },
  out: (text) => stdout.write(text),
  err: (text) => stderr.write(text),
  readSecret: async (prompt) => (await import('./cli/terminal/read-secret.ts')).readSecret(prompt),
  ask: async (question) => (await import('./cli/terminal/ask.ts')).ask(question),
});
// Errors of a write are reported after it.
await new Promise((resolve) => setImmediate(resolve));
process.exit(code);
