import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Compiled code is cached between starts, which makes them faster. The cache is next to the packages, because a user who can
// write to it controls this program: in a folder for temporary files that could be another user of the machine.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/trunkline'));

// Recordings, keys and everything else this program writes are closed to other users of the machine.
process.umask(0o077);

// Imported only now, so that it is cached as well.
const { runProgram } = await import('./cli/run.ts');
const { readSecret } = await import('./cli/terminal/read-secret.ts');

const code = await runProgram(process.argv.slice(2), {
  environment: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  readSecret,
});
process.exit(code);
